import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { TRANSPORT_STATUS, type TransportCode } from '#contract/codes'
import { errorTexts } from '#i18n/errors'
import type { TestGame } from './game-server'

export const FORM = 'application/x-www-form-urlencoded'

export function appOf(game: TestGame): FastifyInstance {
  const [server] = game.servers
  if (server === undefined) throw new Error('a game without a server')
  return server.app
}

/** A call as it comes in. */
export interface RawCall extends Omit<InjectOptions, 'query'> {
  readonly query?: Readonly<Record<string, string | string[]>>
}

/** A good call of the API, as far as these do not say otherwise. */
export function inject(game: TestGame, own: RawCall = {}) {
  const query = { fingerprint: randomUUID(), action: 'login', option: 'code', ...own.query }
  const headers = { 'content-type': FORM, ...own.headers }
  return appOf(game).inject({ method: 'POST', url: '/api', payload: 'id=nitko', ...own, query, headers })
}

/** What every answer that is no proper call's has in common: its own status, and a KO that a person can read. */
export function expectTransportKo(response: LightMyRequestResponse, code: TransportCode): void {
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
}
