import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { openDatabase } from '#server/db/open'
import { atTheBooth } from '../support/booth'
import { createTestDatabase, ENGINES } from '../support/databases'
import { gameOn } from '../support/game-on'
import { useGame } from '../support/use-game'

const ADDRESS = { remoteAddress: '127.0.0.1' }

describe.each(ENGINES)('what monitors ask, on %s', (engine) => {
  const game = useGame(engine)
  const app = () => {
    const [server] = game().servers
    if (server === undefined) throw new Error('no server')
    return server.app
  }

  test.each(['/health', '/ready'])('%s answers 200 with JSON that nobody caches', async (url) => {
    const answer = await app().inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'OK', server_time: expect.any(String) }])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  })

  test.each(['/health', '/ready', '/metrics'])('%s only reads', async (url) => {
    expect((await app().inject({ url, method: 'POST' })).statusCode).toBe(404)
    expect((await app().inject({ url, method: 'HEAD', ...ADDRESS })).statusCode).toBe(200)
  })

  test('/metrics counts calls by outcome, and SMS', async () => {
    const browser = game().client()
    await browser.ko('currentUser', {})
    await browser.ok('requestCode', { id: '+385911234567' })
    const answer = await app().inject({ url: '/metrics', ...ADDRESS })
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="currentUser",code="NOT_AUTHENTICATED"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="requestCode",code="OK"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_call_seconds_count 2$/m)
    expect(answer.body).toMatch(/^geekquest_sms_sent 0$/m)
    expect(answer.body).toMatch(/^geekquest_sms_failing 0$/m)
    expect(answer.body).toMatch(/^process_cpu_seconds_total /m)
  })

  test('/metrics counts what became of awards, alone and together, and open streams', async () => {
    const { staff, award } = await atTheBooth(game(), { point_type: 'pobjeda' })
    const first = award()
    await staff.api.ok('awardPoints', first)
    await staff.api.ok('awardPoints', first)
    await staff.api.ko('awardPoints', award())
    await staff.api.ok('awardMany', { awards: [first, award({ point_type: 'dolazak' }), award({ point_type: 'blago' })] })
    const text = async () => (await app().inject({ url: '/metrics', ...ADDRESS })).body
    const counted = (await text()).match(/^geekquest_awards_total.*$/gm)
    expect(counted?.toSorted()).toEqual([
      'geekquest_awards_total{outcome="duplicate",code="OK"} 2',
      'geekquest_awards_total{outcome="recorded",code="OK"} 2',
      'geekquest_awards_total{outcome="refused",code="COOLDOWN"} 1',
      'geekquest_awards_total{outcome="refused",code="POINT_TYPE_NOT_ALLOWED"} 1',
    ])
    expect(await text()).toMatch(/^geekquest_open_streams 0$/m)
    const url = await app().listen({ host: '127.0.0.1', port: 0 })
    const leave = new AbortController()
    await fetch(`${url}/api/live?fingerprint=${randomUUID()}&screen=ranking`, { signal: leave.signal })
    expect(await text()).toMatch(/^geekquest_open_streams 1$/m)
    leave.abort()
    await expect.poll(text).toMatch(/^geekquest_open_streams 0$/m)
  })

  test('DEPLOYMENT.md lists every metric, and each is named as Prometheus asks for', async () => {
    const { body } = await app().inject({ url: '/metrics', ...ADDRESS })
    const types = [...body.matchAll(/^# TYPE (geekquest_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    const [, section = ''] = readFileSync('docs/DEPLOYMENT.md', 'utf8').split('## What monitors ask')
    const listed = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `geekquest'))
    expect(listed.flatMap((line) => line.split('|')[1]?.match(/geekquest_\w+/g) ?? []).toSorted()).toEqual(
      types.map(({ name }) => name).toSorted(),
    )
    for (const { name, type } of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  })

  test.each<[string, string, Record<string, string>]>([
    ['another machine', '203.0.113.5', {}],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
    ['a proxy that says so in another way', '127.0.0.1', { forwarded: 'for=203.0.113.5' }],
    ['a proxy that passes on that it is none', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['somebody with a token where none is set', '203.0.113.5', { authorization: 'Bearer ' }],
  ])('/metrics is not there for %s', async (_who, remoteAddress, headers) => {
    const answer = await app().inject({ url: '/metrics', remoteAddress, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('/metrics with METRICS_TOKEN', () => {
  const token = 'dovoljno-dug-token'
  let close: () => Promise<void>
  let app: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    const database = await createTestDatabase('sqlite')
    const db = await openDatabase(database.location)
    app = await buildApp(gameOn(db), { webApp: null, log: 'silent', metricsToken: token })
    close = async () => {
      await app.close()
      await db.close()
      await database.drop()
    }
  })
  afterAll(() => close())

  test.each<[string | undefined, number]>([
    [`Bearer ${token}`, 200],
    [`bearer ${token}`, 200],
    [`Bearer ${token}x`, 404],
    [token, 404],
    [undefined, 404],
  ])('from elsewhere with authorization %s: %i', async (authorization, status) => {
    const headers = { 'x-forwarded-for': '203.0.113.5', ...(authorization === undefined ? {} : { authorization }) }
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(status)
  })
})

test('/ready answers 503 while the database does not, /health 200', async () => {
  const database = await createTestDatabase('postgres')
  if (database.location.engine !== 'postgres') throw new Error('not PostgreSQL')
  // A way to the database that a test can close.
  const target = new URL(database.location.url)
  const sockets = new Set<Socket>()
  const way = createServer((socket) => {
    const on = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  const url = new URL(target)
  url.port = String((way.address() as AddressInfo).port)
  const db = await openDatabase({ engine: 'postgres', url: url.href })
  const app = await buildApp(gameOn(db), { webApp: null, log: 'silent' })
  expect((await app.inject({ url: '/ready' })).statusCode).toBe(200)

  way.close()
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await app.inject({ url: '/ready' })).statusCode).toBe(503)
  const answer = await app.inject({ url: '/ready' })
  expect(answer.json()).toMatchObject({ status: 'KO', code: 'UNAVAILABLE' })
  expect(answer.headers['retry-after']).toBe('1')
  expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
  // What it still knows it tells.
  expect((await app.inject({ url: '/metrics' })).body).toMatch(/^geekquest_sms_failing 0$/m)
  await app.close()
  await db.close()
  await database.drop()
})
