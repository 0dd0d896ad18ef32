import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransportCode } from '#contract/codes'
import { type App, buildApp } from '#server/app'
import { bareAddress } from '#server/http/security'
import { currentPace } from '../../scripts/machine'
import { createApiClient } from '../support/api-client'
import { ownFolder } from '../support/folder'
import { METRICS_TOKEN } from '../support/game-server'
import { expectTransportKo, FORM, inject, type RawCall, SECURITY_HEADERS } from '../support/http'
import { newProfile, organiserLink, type Person, signInOrganiser, signUp } from '../support/people'
import { onOneEngine, useGame } from '../support/use-game'

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
  ['a type that is none', 'UNSUPPORTED_TYPE', { headers: { 'content-type': 'nonsense' } }],
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

  test('405 says which method is allowed, to HEAD without a body, as HTTP requires', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await inject(game, { method, payload: '' })
      expect([response.statusCode, response.headers.allow, response.body === '']).toEqual([
        405,
        'POST',
        method === 'HEAD',
      ])
    }
  })

  test('only an organiser’s own calls may have a body of 1 MiB, also one of unsaid length', async () => {
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
      'a tag id in the body, not read',
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

describe('what a proxy says of a client', () => {
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
  ])('abuse 5: its entry %s is the address %s', (entry, address) => {
    expect(bareAddress(entry)).toBe(address)
  })

  test('abuse 5: is believed with a port as without one, also of the proxy before it', async () => {
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
    ['a container that is named', '172.30.7.2', ['172.30.7.2'], '203.0.113.9', true],
    ['a network that is named', '10.1.2.3', ['10.0.0.0/8'], '203.0.113.9', true],
    ['a container that is not named', '172.30.7.3', ['172.30.7.2'], '172.30.7.3', false],
    ['anybody else', '203.0.113.1', [], '203.0.113.1', false],
  ])('by %s is believed or not', async (_who, remoteAddress, trustedProxies, address, https) => {
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

const path = ownFolder()
mkdirSync(path('assets'))
writeFileSync(path('index.html'), '<!doctype html>')
writeFileSync(path('assets/app.js'), ' '.repeat(100_000))

const PHONES = 1_500
const PATIENCE_MS = 20_000

/** Counts the connected phones, and wakes the server's thread after the last. */
const HALL = `
  const { connect } = require('node:net')
  const { port, phones, connected } = require('node:worker_threads').workerData
  for (let phone = 0; phone < phones; phone++) {
    connect(port, '127.0.0.1', () => {
      if (Atomics.add(connected, 0, 1) + 1 < phones) return
      Atomics.store(connected, 1, 1)
      Atomics.notify(connected, 1)
    })
  }
`

/** Other systems hold fewer connections, whatever a server asks for. */
const LIMIT_OF_LINUX = '/proc/sys/net/core/somaxconn'
const most = existsSync(LIMIT_OF_LINUX) ? Number(readFileSync(LIMIT_OF_LINUX, 'utf8')) : 0

describe('what a server reads from its sockets', () => {
  const game = useGame('sqlite', { webApp: path() })
  let server: Server
  beforeAll(async () => {
    await game.app.listen({ host: '127.0.0.1', port: 0 })
    server = game.app.server as Server
  })
  afterAll(() => server.closeAllConnections())

  /** Writes raw bytes; returns the whole answer once the server has hung up. */
  async function say(bytes: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.write(bytes)
    await once(socket, 'close')
    return answer
  }
  const head = 'host: 127.0.0.1\r\nconnection: close\r\n'
  const form = `${head}content-type: application/x-www-form-urlencoded\r\n`

  test.each([
    ['that is no HTTP', 'zdravo svima\r\n\r\n'],
    [
      'of a length and chunks',
      `POST /api HTTP/1.1\r\n${form}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['with a line break in a header', `GET / HTTP/1.1\r\n${head}x: a\rset-cookie: b\r\n\r\n`],
  ])(
    'a request %s is answered as malformed and cut, so that nothing after it is taken for another',
    async (_what, bytes) => {
      const smuggled = `POST /api?action=login HTTP/1.1\r\n${form}\r\n`
      const answer = await say(bytes + smuggled)
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED"/s)
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    },
  )

  test('a request that trickles in is cut after a minute, and so is who reads no answer', () => {
    expect(server.requestTimeout).toBe(60_000)
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(server.timeout).toBe(60_000)
  })

  test.each([
    ['/assets/app.js', 1_300],
    ['/health', 60_000],
  ])(
    'abuse 12: who asks for %s %i times and reads no answer opens no file and delays nobody',
    async (path, times) => {
      const openFiles = () => readdirSync('/proc/self/fd').length
      const before = openFiles()
      let taken = 0
      const count = () => taken++
      server.on('request', count)
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(times))
      await once(socket, 'connect')
      const health = () => say(`GET /health HTTP/1.1\r\n${head}\r\n`)
      for (let others = 0; others < 3; others++) expect(await health()).toMatch(/^HTTP\/1\.1 200 /)
      // Both ends of the connection, and files that the process opens meanwhile.
      expect(openFiles() - before).toBeLessThan(10)
      // Answers in the system's buffers still arrive.
      expect(taken).toBeLessThan(30_000)

      let [answers, rest] = [0, '']
      socket.setEncoding('latin1').on('data', (text: string) => {
        const parts = (rest + text).split('HTTP/1.1 200 OK\r\n')
        answers += parts.length - 1
        rest = parts.at(-1)?.slice(-16) ?? ''
      })
      socket.resume()
      await expect.poll(() => answers, { timeout: 30_000 * currentPace().patience }).toBe(times)
      server.off('request', count)
      socket.destroy()
    },
    60_000,
  )

  test.runIf(most > PHONES)(
    'a hall that connects while the server is busy waits, and nobody is turned away',
    async () => {
      const { port } = server.address() as AddressInfo
      const connected = new Int32Array(new SharedArrayBuffer(8))
      const hall = new Worker(HALL, { eval: true, workerData: { port, phones: PHONES, connected } })
      // The server accepts nothing meanwhile.
      Atomics.wait(connected, 1, 0, PATIENCE_MS)
      expect(connected[0]).toBe(PHONES)
      await hall.terminate()
    },
  )
})

const READER = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }

onOneEngine('what monitors ask', (game) => {
  test.each(['/health', '/ready'])('%s answers 200 with JSON that nobody caches', async (url) => {
    const answer = await game.app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'OK', server_time: expect.any(String) }),
    ])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test('/metrics counts calls by outcome, and says whether SMS leave', async () => {
    const browser = game.client()
    await browser.ko('currentUser', {})
    await browser.ok('requestCode', { id: '+385911234567' })
    const answer = await game.app.inject({ url: '/metrics', ...READER })
    // Prometheus' own checker refuses a gauge with a counter's name.
    expect(answer.body).not.toMatch(/^# TYPE \S+_total gauge$/m)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(
      /^geekquest_calls_total\{call="currentUser",code="NOT_AUTHENTICATED"\} 1$/m,
    )
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="requestCode",code="OK"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_call_seconds_count 2$/m)
    expect(answer.body).toMatch(/^geekquest_sms_failing 0$/m)
    expect(answer.body).toMatch(/^process_cpu_seconds_total /m)
  })

  test('/health and the current user name the version that answers', async () => {
    const health = await game.app.inject({ url: '/health' })
    expect(health.json().version).toBe('development')
    expect((await (await signUp(game)).api.ok('currentUser', {})).server_version).toBe(
      'development',
    )
  })

  test('DEPLOYMENT.md lists every metric, and each is named as Prometheus asks for', async () => {
    const { body } = await game.app.inject({ url: '/metrics', ...READER })
    const types = [...body.matchAll(/^# TYPE (geekquest_\w+) (\w+)$/gm)].map(
      ([, name = '', type = '']) => ({ name, type }),
    )
    const [, section = ''] = readFileSync('docs/DEPLOYMENT.md', 'utf8').split(
      '## What monitors ask',
    )
    const listed = (section.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `geekquest'))
    expect(
      listed.flatMap((line) => line.split('|')[1]?.match(/geekquest_\w+/g) ?? []).toSorted(),
    ).toEqual(types.map(({ name }) => name).toSorted())
    for (const { name, type } of types)
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  })

  test('/metrics is for whoever has the token alone, and for nobody where none is set', async () => {
    const closed = await buildApp(game.game, { webApp: null, log: 'silent' })
    const ask = async (app: App, authorization?: string) => {
      const answer = await app.inject({
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      })
      return answer.statusCode === 404 ? answer.json().code : answer.statusCode
    }
    expect(await ask(game.app, `bearer ${METRICS_TOKEN}`)).toBe(200)
    for (const wrong of [`Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN, undefined])
      expect(await ask(game.app, wrong)).toBe('NOT_FOUND')
    for (const wrong of [undefined, 'Bearer ', 'Bearer null'])
      expect(await ask(closed, wrong)).toBe('NOT_FOUND')
    await closed.close()
  })
})
