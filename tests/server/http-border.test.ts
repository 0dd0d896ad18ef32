import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { TransportCode } from '#contract/codes'
import { appOf, ask, expectTransportKo, FORM, inject, type RawCall, SECURITY_HEADERS } from '../support/http'
import { type Person, signInOrganiser, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const uuid = randomUUID()

/** Malformed calls and their responses. */
const NO_CALLS: readonly (readonly [string, TransportCode, RawCall])[] = [
  ['no fingerprint', 'MALFORMED', { query: { fingerprint: [] } }],
  ['an empty fingerprint', 'MALFORMED', { query: { fingerprint: '' } }],
  ['a fingerprint that is no UUID', 'MALFORMED', { query: { fingerprint: 'abc' } }],
  ['a UUID with trailing characters', 'MALFORMED', { query: { fingerprint: `${uuid}0` } }],
  ['two fingerprints', 'MALFORMED', { query: { fingerprint: [uuid, uuid] } }],
  ['two actions', 'MALFORMED', { query: { action: ['login', 'login'] } }],
  ['two options', 'MALFORMED', { query: { option: ['code', 'code'] } }],
  ['a query field twice', 'MALFORMED', { query: { action: 'scan', option: '', nfc_id: ['a', 'b'] } }],
  ['an unknown query field twice', 'MALFORMED', { query: { utm: ['a', 'b'] } }],
  ['a body field twice', 'MALFORMED', { payload: 'id=ana&id=iva' }],
  ['an unknown body field twice', 'MALFORMED', { payload: 'id=ana&x=1&x=2' }],
  ['bad JSON', 'MALFORMED', { query: { action: 'register', option: '' }, payload: 'user_data={"first_name":' }],
  ['an empty string instead of JSON', 'MALFORMED', { query: { action: 'register', option: '' }, payload: 'user_data=' }],
  ['a protocol that is no number', 'MALFORMED', { headers: { 'x-game-protocol': 'new' } }],
  ['a negative protocol', 'MALFORMED', { headers: { 'x-game-protocol': '-1' } }],
  ['an empty protocol', 'MALFORMED', { headers: { 'x-game-protocol': '' } }],
  ['an address that cannot be decoded, under the API', 'NOT_FOUND', { url: '/api/%E0%A4%A' }],
  ['a path under the API', 'NOT_FOUND', { url: '/api/team' }],
  ['the API with a slash too many', 'NOT_FOUND', { url: '/api/' }],
  ['GET', 'METHOD_NOT_ALLOWED', { method: 'GET', payload: '' }],
  ['PUT', 'METHOD_NOT_ALLOWED', { method: 'PUT' }],
  ['PATCH', 'METHOD_NOT_ALLOWED', { method: 'PATCH' }],
  ['DELETE', 'METHOD_NOT_ALLOWED', { method: 'DELETE', payload: '' }],
  ['OPTIONS', 'METHOD_NOT_ALLOWED', { method: 'OPTIONS', payload: '' }],
  ['a body over 32 KiB', 'TOO_LARGE', { payload: `id=${'a'.repeat(32 * 1024)}` }],
  ['JSON for a form', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'application/json' }, payload: '{"id":"ana"}' }],
  ['text for a form', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'text/plain' } }],
  ['a form of several parts', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['a type that is none', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'nonsense' } }],
]

describe('a malformed call', () => {
  const game = useGame('sqlite')

  test.each(NO_CALLS)('%s: %s, in Croatian and with security headers', async (_what, code, call) => {
    const response = await inject(game(), call)
    expectTransportKo(response, code)
    expect(response.headers).toMatchObject(SECURITY_HEADERS)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('405 says which method is allowed', async () => {
    const response = await inject(game(), { method: 'GET', payload: '' })
    expect(response.headers.allow).toBe('POST')
  })

  test('HEAD has no body, as HTTP requires', async () => {
    const response = await inject(game(), { method: 'HEAD', payload: '' })
    expect([response.statusCode, response.body]).toEqual([405, ''])
  })

  test('a body of exactly 32 KiB is read', async () => {
    const response = await inject(game(), { payload: `id=${'a'.repeat(32 * 1024 - 3)}` })
    expect([response.statusCode, response.json().code]).toEqual([200, 'INVALID_INPUT'])
  })

  test('only an organiser’s own calls may have a body of 1 MiB, also one of unsaid length', async () => {
    const [organiser, player] = [await signInOrganiser(game()), await signUp(game())]
    const send = async ({ api }: Person, action: string, bytes: number, isChunked = false) => {
      const payload = `event=${'1'.repeat(bytes - 6)}`
      const call = { query: { action, option: 'apply' }, headers: { cookie: `session_token=${api.cookie}` } }
      return (await inject(game(), { ...call, payload: isChunked ? Readable.from([payload]) : payload })).statusCode
    }
    const most = 1024 * 1024
    expect([await send(organiser, 'organiser', most), await send(organiser, 'organiser', most, true)]).toEqual([200, 200])
    const others = [await send(organiser, 'team', 40_000), await send(player, 'organiser', 40_000)]
    expect([await send(organiser, 'organiser', most + 1), ...others]).toEqual([413, 413, 413])
  })

  test('an action that nobody knows is UNKNOWN_ACTION', async () => {
    const response = await inject(game(), { query: { action: 'teleport' } })
    expect([response.statusCode, response.json().code]).toEqual([200, 'UNKNOWN_ACTION'])
  })

  test('a form may declare its charset', async () => {
    const response = await inject(game(), { headers: { 'content-type': `${FORM}; charset=UTF-8` } })
    expect(response.json().status).toBe('OK')
  })

  test('a call without a body needs no content type', async () => {
    const query = { fingerprint: randomUUID(), action: 'login' }
    const response = await ask(appOf(game()), { method: 'POST', url: '/api', query })
    expect([response.statusCode, response.json().code]).toEqual([200, 'NOT_AUTHENTICATED'])
  })

  test('tag ids are read only from the URL and ignored in the body', async () => {
    const response = await inject(game(), { query: { action: 'scan', option: '' }, payload: 'nfc_id=tim-1' })
    expect(response.json().code).toBe('NOT_AUTHENTICATED')
  })
})

describe('every response', () => {
  const game = useGame('sqlite')

  test('is never cached and carries security headers and the server’s time', async () => {
    for (const payload of ['id=nitko', '']) {
      const response = await inject(game(), { payload })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
      expect(response.headers).not.toHaveProperty('strict-transport-security')
      expect(response.headers).not.toHaveProperty('access-control-allow-origin')
      expect(response.json().server_time).toBe(new Date(game().clock.now()).toISOString())
    }
  })

  const speaks = (version: string) => inject(game(), { headers: { 'x-game-protocol': version } })

  test.each(['1', '2', '999999'])('goes to an app of the contract’s version %s, the current one or a newer', async (version) => {
    expect((await speaks(version)).json().status).toBe('OK')
  })

  test('fault 30: tells an app whose version is too old CLIENT_TOO_OLD: a KO over HTTP 200', async () => {
    const response = await speaks('0')
    expect([response.statusCode, response.json().code]).toEqual([200, 'CLIENT_TOO_OLD'])
  })
})

describe('every response over https', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test('tells browsers to use only https (HSTS)', async () => {
    for (const call of [{}, { url: '/nema-toga', method: 'GET', payload: '' }] as const) {
      const response = await inject(game(), call)
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })
})
