import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { GZIP_FROM_BYTES, gzipAnswer } from '#server/http/answers'
import { atTheBooth } from '../support/booth'
import { ownFolder } from '../support/folder'
import { appOf, ask, expectTransportKo, SECURITY_HEADERS } from '../support/http'
import { foundTeam, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const SHELL = '<!doctype html><title>%PUBLIC_URL%</title>'
const path = ownFolder()
mkdirSync(path('assets'))
writeFileSync(path('index.html'), '<!doctype html><div id="root"></div>')
writeFileSync(path('app-shell.html'), SHELL)
writeFileSync(path('assets/app-4f2a.js'), 'export {}')
writeFileSync(path('assets/large.wasm'), Buffer.alloc(32 * 1024 * 1024))
writeFileSync(path('manifest.webmanifest'), '{}')
writeFileSync(path('manifest.webmanifest.br'), brotliCompressSync('{}'))
mkdirSync(path('icons'))
writeFileSync(path('icons/icon-192.png'), '')

describe('a server with the built app', () => {
  const game = useGame('sqlite', { webApp: path() })
  const get = (url: string) => ask(appOf(game()), { method: 'GET', url })

  test.each([
    '/',
    '/auth/login',
    '/player',
    '/qr/a1b2c3',
    '/s/tim.0001',
    '/d/WzEsIlh3M2ItOV9rUTJtWjdyVGEiXQ.ihL1mNyMdZZErsQBxah0',
    '/l/a1b2c3/0123456789abcdefghjkmnpqrs',
    '/l/a1b2c3/with.a.dot',
    '/nema-toga',
    '/qr/%E0%A4%A',
    '/%6c/a1b2c3/0123456789abcdefghjkmnpqrs',
    '/L/a1b2c3/with.a.dot',
    '//l//a1b2c3/0123456789abcdefghjkmnpqrs',
    '/l/%E0%A4%A/0123456789abcdefghjkmnpqrs',
    '/apiary',
    '/?utm=1',
  ])('%s is the app’s page, which is revalidated each time', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.body).toContain('id="root"')
    const cacheControl = /^\/+(l|%6c)\//i.test(url) ? 'no-store' : 'no-cache'
    expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': cacheControl })
  })

  test('fetching a sign-in link does not use it up, because link previews fetch it', async () => {
    const before = await game().db.read.selectFrom('sign_in_requests').selectAll().execute()
    await get('/l/a1b2c3/0123456789abcdefghjkmnpqrs')
    expect(await game().db.read.selectFrom('sign_in_requests').selectAll().execute()).toEqual(before)
  })

  test('a file with a content hash in its name is cached for ever', async () => {
    const response = await get('/assets/app-4f2a.js')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' })
  })

  test.each([
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/icons/icon-192.png', 'image/png'],
  ])('%s, whose name is fixed, is revalidated and gets 304 if unchanged', async (url, type) => {
    for (const encoding of ['identity', 'br']) {
      const app = appOf(game())
      const first = await ask(app, { method: 'GET', url, headers: { 'accept-encoding': encoding } })
      expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(first.headers['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}`))
      const headers = { 'accept-encoding': encoding, 'if-none-match': String(first.headers.etag) }
      expect((await ask(app, { method: 'GET', url, headers })).statusCode).toBe(304)
    }
  })

  test('a file is sent again to a browser that only knows a later date, which may be a captive portal’s response', async () => {
    const headers = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() }
    const response = await ask(appOf(game()), { method: 'GET', url: '/assets/app-4f2a.js', headers })
    expect([response.statusCode, response.body]).toEqual([200, 'export {}'])
  })

  test('a browser that hangs up in the middle of a file is no failure of ours', async () => {
    const { server, log, listen } = appOf(game())
    const failed = vi.spyOn(log, 'error')
    // Not `fetch`, which in Node 26 opens another connection when it has given one up.
    const asked = request(`${await listen({ host: '127.0.0.1', port: 0 })}/assets/large.wasm`).end()
    const [response]: IncomingMessage[] = await once(asked, 'response')
    response?.destroy()
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
    expect(failed).not.toHaveBeenCalled()
  })

  test('the page that the worker caches is sent as it was built', async () => {
    const response = await get('/app-shell.html')
    expect([response.statusCode, response.body]).toEqual([200, SHELL])
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-cache' })
  })

  test.each(['/assets/app-0000.js', '/missing.png', '/api/team', '/api/', '/deeper/missing.css'])(
    '%s gets NOT_FOUND and not the app’s page',
    async (url) => {
      const response = await get(url)
      expectTransportKo(response, 'NOT_FOUND')
      expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
    },
  )

  test('no file outside the folder is served', async () => {
    for (const url of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/%5c..%5c']) {
      expect((await get(url)).body).not.toMatch(/geekquest|root:/i)
    }
  })
})

const answer = (text: string, bulk: readonly Buffer[] | null) => ({ text, bulk })

describe('a compressed answer', () => {
  test('unpacks to the same text, however it is divided and however often its shared part is sent', async () => {
    const json = fc.string({ unit: 'binary', maxLength: 4_000, size: 'max' })
    await fc.assert(
      fc.asyncProperty(json, fc.option(fc.array(json, { maxLength: 3 })), async (text, shared) => {
        const bulk = shared?.map((part) => Buffer.from(part)) ?? null
        for (let round = 0; round < 2; round++) {
          const whole = Buffer.concat([Buffer.from(text), ...(bulk ?? [])])
          const parts = await gzipAnswer(answer(text, bulk), 'gzip')
          if (parts === null) expect(text.length + Buffer.concat(bulk ?? []).length).toBeLessThan(GZIP_FROM_BYTES)
          else expect(gunzipSync(Buffer.concat(parts)).equals(whole)).toBe(true)
        }
      }),
      // Shrinking long texts takes longer than a test may, and tells nothing.
      { endOnFailure: true, numRuns: 30 },
    )
  })

  test('is whole where its shared part is empty', async () => {
    const text = 'x'.repeat(GZIP_FROM_BYTES)
    const parts = await gzipAnswer(answer(text, [Buffer.from('')]), 'gzip')
    expect(gunzipSync(Buffer.concat(parts ?? [])).toString()).toBe(text)
  })

  test('compresses what many answers share only once', async () => {
    const bulk = Buffer.from('x'.repeat(100_000))
    const [first, second] = [await gzipAnswer(answer('a', [bulk]), 'gzip'), await gzipAnswer(answer('bc', [bulk]), 'gzip')]
    expect(first?.[2]).toBe(second?.[2])
    expect(gunzipSync(Buffer.concat(second ?? [])).toString()).toBe(`bc${bulk.toString()}`)
  })

  test('is left as it is where an own part is too long for one block', async () => {
    expect(await gzipAnswer(answer('x'.repeat(70_000), [Buffer.from('y')]), 'gzip')).toBeNull()
  })
})

describe('a large answer of the API', () => {
  const game = useGame('sqlite')

  test.each([
    ['gzip', 'gzip, deflate, br, zstd'],
    ['gzip', 'GZIP'],
    [undefined, 'gzip;q=0'],
    [undefined, 'br'],
    [undefined, ''],
  ])('is sent as %s to a client that accepts %j, with its length', async (encoding, accepted) => {
    const { team } = await atTheBooth(game())
    for (let teams = 0; teams < 20; teams++) await foundTeam(game())
    const ask = (headers: Record<string, string>) => team.captain.api.raw({ action: 'team', option: 'list' }, '', headers)
    const [plain, response] = [await ask({}), await ask({ 'accept-encoding': accepted })]
    expect(plain.rawPayload.length).toBeGreaterThan(GZIP_FROM_BYTES)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    const body = encoding === undefined ? response.rawPayload : gunzipSync(response.rawPayload)
    expect(body.equals(plain.rawPayload)).toBe(true)
    if (encoding !== undefined) expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  test('a small one is not compressed', async () => {
    const { api } = await signUp(game())
    const response = await api.raw({ action: 'login' }, '', { 'accept-encoding': 'gzip' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json().status).toBe('OK')
  })
})
