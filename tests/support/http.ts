import { randomUUID } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { expect } from 'vitest'
import { TRANSPORT_STATUS, type TransportCode } from '#contract/codes'
import { errorTexts } from '#texts/errors'
import type { TestGame } from './game-server'

export const FORM = 'application/x-www-form-urlencoded'

/** A raw call. */
export interface RawCall extends Omit<InjectOptions, 'query'> {
  readonly query?: Readonly<Record<string, string | string[]>>
}

/** Makes a valid call of the API with the given overrides. */
export function inject(game: TestGame, own: RawCall = {}) {
  const query = { fingerprint: randomUUID(), action: 'login', option: 'code', ...own.query }
  const headers = { 'content-type': FORM, ...own.headers }
  return game.app.inject({
    method: 'POST',
    url: '/api',
    payload: 'id=nitko',
    ...own,
    query,
    headers,
  })
}

/** Expects the response to a malformed call: the code's HTTP status and a KO with a readable message. */
export function expectTransportKo(response: Response, code: TransportCode): void {
  expect(response.statusCode).toBe(TRANSPORT_STATUS[code])
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  expect(response.json()).toEqual({
    status: 'KO',
    code,
    message: errorTexts[code],
    server_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
}

export const SECURITY_HEADERS = {
  'content-security-policy': expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
