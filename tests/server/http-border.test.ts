import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { TransportCode } from '#contract/codes'
import { buildApp } from '#server/app'
import { bareAddress } from '#server/http/security'
import { createApiClient } from '../support/api-client'
import { expectTransportKo, FORM, inject, type RawCall, SECURITY_HEADERS } from '../support/http'
import { newProfile, organiserLink, type Person, signInOrganiser, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const uuid = randomUUID()

/** Malformed calls and their responses. */
const NO_CALLS: readonly (readonly [string, TransportCode, RawCall])[] = [
  ['no fingerprint', 'MALFORMED', { query: { fingerprint: [] } }],
  ['a UUID with trailing characters', 'MALFORMED', { query: { fingerprint: `${uuid}0` } }],
  ['two fingerprints', 'MALFORMED', { query: { fingerprint: [uuid, uuid] } }],
  ['two actions', 'MALFORMED', { query: { action: ['login', 'login'] } }],
  ['an unknown query field twice', 'MALFORMED', { query: { utm: ['a', 'b'] } }],
  ['an unknown body field twice', 'MALFORMED', { payload: 'id=ana&x=1&x=2' }],
  [
    'more than a hundred fields',
    'MALFORMED',
    { payload: Array.from({ length: 101 }, (_, field) => `x${field}=1`).join('&') },
  ],
  [
    'bad JSON',
    'MALFORMED',
    { query: { action: 'register', option: '' }, payload: 'user_data={"first_name":' },
  ],
  [
    'an empty string instead of JSON',
    'MALFORMED',
    { query: { action: 'register', option: '' }, payload: 'user_data=' },
  ],
  ['a negative protocol', 'MALFORMED', { headers: { 'x-game-protocol': '-1' } }],
  ['an empty protocol', 'MALFORMED', { headers: { 'x-game-protocol': '' } }],
  ['an address that cannot be decoded, under the API', 'NOT_FOUND', { url: '/api/%E0%A4%A' }],
  ['the API with a slash too many', 'NOT_FOUND', { url: '/api/' }],
  ['PUT', 'METHOD_NOT_ALLOWED', { method: 'PUT' }],
  ['OPTIONS', 'METHOD_NOT_ALLOWED', { method: 'OPTIONS', payload: '' }],
  ['a body over 32 KiB', 'TOO_LARGE', { payload: `id=${'a'.repeat(32 * 1024)}` }],
  [
    'JSON for a form',
    'UNSUPPORTED_TYPE',
    { headers: { 'content-type': 'application/json' }, payload: '{"id":"ana"}' },
  ],
  [
    'a form of several parts',
    'UNSUPPORTED_TYPE',
    { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ],
  ['an invalid content type', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'nonsense' } }],
]

describe('a malformed call', () => {
  const game = useGame('sqlite')

  test.each(NO_CALLS)(
    '%s: %s, in Croatian and with security headers',
    async (_what, code, call) => {
      const response = await inject(game, call)
      expectTransportKo(response, code)
      expect(response.headers).toMatchObject(SECURITY_HEADERS)
      expect(response.headers['set-cookie']).toBeUndefined()
    },
  )

  test('405 names the allowed method, and to HEAD it has no body, as HTTP requires', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await inject(game, { method, payload: '' })
      expect([response.statusCode, response.headers.allow, response.body === '']).toEqual([
        405,
        'POST',
        method === 'HEAD',
      ])
    }
  })

  test('only organisers’ calls may have a body of 1 MiB, even without a declared length', async () => {
    const [organiser, player] = [await signInOrganiser(game), await signUp(game)]
    const send = async ({ api }: Person, action: string, bytes: number, isChunked = false) => {
      const payload = `event=${'1'.repeat(bytes - 6)}`
      const call = {
        query: { action, option: 'apply' },
        headers: { cookie: `session_token=${api.cookie}` },
      }
      return (
        await inject(game, { ...call, payload: isChunked ? Readable.from([payload]) : payload })
      ).statusCode
    }
    const most = 1024 * 1024
    expect([
      await send(organiser, 'organiser', most),
      await send(organiser, 'organiser', most, true),
    ]).toEqual([200, 200])
    const others = [await send(organiser, 'team', 40_000), await send(player, 'organiser', 40_000)]
    expect([await send(organiser, 'organiser', most + 1), ...others]).toEqual([413, 413, 413])
  })

  test('a call without a body needs no content type', async () => {
    const query = { fingerprint: randomUUID(), action: 'login' }
    const response = await game.app.inject({ method: 'POST', url: '/api', query })
    expect([response.statusCode, response.json().code]).toEqual([200, 'NOT_AUTHENTICATED'])
  })
})

describe('every response', () => {
  const game = useGame('sqlite')

  test.each<[string, string, RawCall]>([
    ['a body of exactly 32 KiB', 'INVALID_INPUT', { payload: `id=${'a'.repeat(32 * 1024 - 3)}` }],
    ['an action that nobody knows', 'UNKNOWN_ACTION', { query: { action: 'teleport' } }],
    ['a form with its charset', 'OK', { headers: { 'content-type': `${FORM}; charset=UTF-8` } }],
    [
      'a tag id in the body, which is not read',
      'NOT_AUTHENTICATED',
      { query: { action: 'scan', option: '' }, payload: 'nfc_id=tim-1' },
    ],
    ['an app of a newer version', 'OK', { headers: { 'x-game-protocol': '999999' } }],
  ])(
    '%s: %s, never cached, with security headers and the server’s time',
    async (_what, code, call) => {
      const response = await inject(game, call)
      const { status, code: refused = status, server_time } = response.json()
      expect([response.statusCode, refused, server_time]).toEqual([
        200,
        code,
        new Date(game.clock.now()).toISOString(),
      ])
      expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
      expect(response.headers).not.toHaveProperty('strict-transport-security')
      expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  test('fault 30: an app whose version is too old gets CLIENT_TOO_OLD: a KO over HTTP 200', async () => {
    const response = await inject(game, { headers: { 'x-game-protocol': '0' } })
    expect([response.statusCode, response.json().code]).toEqual([200, 'CLIENT_TOO_OLD'])
  })
})

describe('every response over https', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test('tells browsers to use only https (HSTS)', async () => {
    for (const call of [{}, { url: '/nema-toga', method: 'GET', payload: '' }] as const) {
      const response = await inject(game, call)
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })
})

describe('origins that may make a call', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test.each([
    ['the requested host', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' }],
    [
      'the requested host, as the proxy says',
      { host: 'igra', origin: 'https://igra', 'x-forwarded-proto': 'https' },
    ],
    [
      'the requested host with its usual port',
      { host: '192.168.1.5:80', origin: 'http://192.168.1.5' },
    ],
    ['no origin, as from an app or a command line', {}],
    ['no origin, and the browser says same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['no origin, and the person typed the URL', { 'sec-fetch-site': 'none' }],
    [
      'the public address, called cross-site',
      { origin: 'https://igra.example.hr', 'sec-fetch-site': 'cross-site' },
    ],
  ])('%s: allowed', async (_what, headers) => {
    const response = await inject(game, { headers })
    expect([response.statusCode, response.json().status]).toEqual([200, 'OK'])
  })

  test.each([
    [
      'a page whose host starts with the public host',
      { origin: 'https://igra.example.hr.evil.example' },
    ],
    ['a page on a subdomain of the public host', { origin: 'https://sub.igra.example.hr' }],
    ['the public host on another port', { origin: 'https://igra.example.hr:8443' }],
    ['the public host over http', { origin: 'http://igra.example.hr', host: 'localhost:80' }],
    ['an opaque origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['no origin, and the browser says cross-site', { 'sec-fetch-site': 'cross-site' }],
    [
      'the requested host on another port',
      { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:9090' },
    ],
    [
      'abuse 11: the requested host, but another scheme',
      { host: '192.168.1.5:8080', origin: 'https://192.168.1.5:8080' },
    ],
    [
      'the host over http, asked over https',
      { host: '192.168.1.5', origin: 'http://192.168.1.5', 'x-forwarded-proto': 'https' },
    ],
    [
      'abuse 11: the requested host with a scheme of no web page',
      { host: '192.168.1.5', origin: 'ftp://192.168.1.5' },
    ],
  ])('%s: refused', async (_what, headers) => {
    expectTransportKo(await inject(game, { headers }), 'FORBIDDEN_ORIGIN')
  })

  test('a foreign page’s call changes nothing', async () => {
    const payload = new URLSearchParams({ user_data: JSON.stringify(newProfile()) }).toString()
    await inject(game, {
      query: { action: 'register', option: '' },
      headers: { origin: 'https://evil.example' },
      payload,
    })
    expect(game.sent).toEqual([])
  })
})

describe('a proxy’s information about a client', () => {
  const game = useGame('sqlite')

  test.each([
    ['203.0.113.9:50123', '203.0.113.9'],
    ['203.0.113.9:', '203.0.113.9'],
    ['"203.0.113.9:50123"', '203.0.113.9'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::3'],
    ['"[2001:db8:1:2::3]:50123"', '2001:db8:1:2::3'],
    ['2001:db8:1:2:3:4:5:6:50123', '2001:db8:1:2:3:4:5:6'],
    ['::1:2:3:4:5:6:7', '::1:2:3:4:5:6:7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['[::ffff:203.0.113.9]:443', '::ffff:203.0.113.9'],
    ['unknown', 'unknown'],
    ['_skriveno:443', '_skriveno:443'],
  ])('abuse 5: its entry %s is read as the address %s', (entry, address) => {
    expect(bareAddress(entry)).toBe(address)
  })

  test('abuse 5: is trusted with and without a port, even from the proxy before it', async () => {
    const app = await buildApp(game.game, {
      webApp: null,
      log: 'silent',
      trustedProxies: ['10.0.0.0/8'],
    })
    const { id } = await signUp(game)
    const api = Object.assign(createApiClient(app), {
      address: '198.51.100.1, 203.0.113.9:4711, 10.1.2.3:443',
    })
    await api.ok('signIn', await organiserLink(game, id))
    const sessions = game.db.read.selectFrom('sessions').where('user_id', '=', id)
    expect(
      await sessions.where('address', '=', '203.0.113.9').select('user_agent').execute(),
    ).toHaveLength(1)
    await app.close()
  })

  test.each<[string, string, readonly string[], string, boolean]>([
    ['this machine', '127.0.0.1', [], '203.0.113.9', true],
    ['a configured container', '172.30.7.2', ['172.30.7.2'], '203.0.113.9', true],
    ['a configured network', '10.1.2.3', ['10.0.0.0/8'], '203.0.113.9', true],
    ['a container that is not configured', '172.30.7.3', ['172.30.7.2'], '172.30.7.3', false],
    ['anybody else', '203.0.113.1', [], '203.0.113.1', false],
  ])('from %s is trusted or not', async (_who, remoteAddress, trustedProxies, address, https) => {
    const app = await buildApp(game.game, { webApp: null, log: 'silent', trustedProxies })
    const { id } = await signUp(game)
    const { mtp } = await organiserLink(game, id)
    const forwarded = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'x-forwarded-proto': 'http, https',
    }
    const signIn = (scheme: string) => {
      const headers = {
        ...forwarded,
        host: 'igra',
        origin: `${scheme}://igra`,
        'content-type': FORM,
      }
      const query = { fingerprint: randomUUID(), action: 'login' }
      const payload = new URLSearchParams({ id, mtp }).toString()
      return app.inject({ method: 'POST', url: '/api', query, remoteAddress, headers, payload })
    }
    expect((await signIn(https ? 'http' : 'https')).statusCode).toBe(403)
    expect((await signIn(https ? 'https' : 'http')).json().status).toBe('OK')
    const sessions = game.db.read.selectFrom('sessions').where('user_id', '=', id)
    expect(
      await sessions.where('address', '=', address).select('user_agent').execute(),
    ).toHaveLength(1)
    await app.close()
  })
})
