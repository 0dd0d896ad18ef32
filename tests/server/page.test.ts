import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/protocol'
import { ownFolder } from '../support/folder'
import { appOf, ask, expectTransportKo, SECURITY_HEADERS } from '../support/http'
import { useGame } from '../support/use-game'

const SCRIPT = "\n  document.documentElement.dataset.theme = 'light'\n"
const HTML = `<!doctype html>
  <html lang="hr">
  <script>${SCRIPT}</script>
  <meta property="og:image" content="%PUBLIC_URL%/poster.png" />
  <link  rel="canonical" href="%PUBLIC_URL%/" />
  <title>GeekQuest</title>
  <script type="module" src="/assets/app.js"></script>
  <div id="root"><!--screen--></div>`
const VISITOR: Record<string, string> = {}
const SESSION: Record<string, string> = { cookie: `${SESSION_COOKIE}=anything` }
const SCREENS = ['/uvijeti', '/l/a1b2c3/0123456789abcdefghjkmnpqrs', '/nema-toga']

const path = ownFolder()
for (const name of ['index.html', 'index.html.br']) writeFileSync(path(name), HTML)
mkdirSync(path('screens'))
for (const name of ['landing', 'sign-in', 'terms']) {
  const html = `<div data-screen>${name} for $& and $1</div>`
  writeFileSync(path(`screens/${name}.json`), JSON.stringify({ title: `Title of ${name}`, html }))
}
describe('the page', () => {
  const game = useGame('sqlite', { webApp: path(), publicUrl: 'https://igra.example.hr' })
  const get = (url: string, headers: Record<string, string> = {}) => ask(appOf(game()), { method: 'GET', url, headers })

  test.each(['/', '/?utm=1', '/index.html', ...SCREENS])('%s contains the server’s public URL', async (url) => {
    const { body } = await get(url)
    expect(body).toContain('content="https://igra.example.hr/poster.png"')
    expect(body).not.toContain('%PUBLIC_URL%')
  })

  test('only the landing screen has a canonical URL', async () => {
    for (const url of ['/', '/?utm=1']) {
      expect((await get(url)).body).toContain('rel="canonical" href="https://igra.example.hr/"')
    }
    for (const url of ['/index.html', ...SCREENS]) expect((await get(url)).body).not.toContain('canonical')
  })

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'GZIP;q=0.5, br;q=0', gunzipSync],
    [undefined, 'br;q=0, gzip; q=0.000', (body: Buffer) => body],
    [undefined, 'deflate', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ])('is sent as %s to a client that accepts %j', async (encoding, accepted, decode) => {
    for (const url of ['/', '/player']) {
      const response = await get(url, { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers.vary).toMatch(/^accept-encoding/)
      expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
      expect(decode(response.rawPayload).toString()).toBe((await get(url)).body)
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    }
  })

  test.each([
    ['/', VISITOR, 'landing'],
    ['/?utm=1', VISITOR, 'landing'],
    ['/login?redirect=%2Fplayer', VISITOR, 'sign-in'],
    ['/auth/login', VISITOR, 'sign-in'],
    ['/uvijeti', VISITOR, 'terms'],
    ['/uvijeti', SESSION, 'terms'],
  ])('%s (%j) contains the screen that the build made, for whose first paint the scripts wait', async (url, headers, name) => {
    const { body } = await get(url, headers)
    expect(body).toContain(`<div id="root"><div data-screen>${name} for $& and $1</div></div>`)
    expect(body).toContain(`<title>Title of ${name}</title>`)
    expect(body).toContain('<script type="after-paint" src="/assets/app.js">')
    expect(body).not.toContain('type="module"')
  })

  test.each([
    ...['/player', '/?skeniraj=1', '/auth/register', '/constructor', '/toString', '/l/a1b2c3/0123456789abcdefghjkmnpqrs'].map(
      (url) => [url, VISITOR] as const,
    ),
    ...['/', '/auth/login', '/player'].map((url) => [url, SESSION] as const),
  ])('%s (%j) contains no screen, and its scripts do not wait', async (url, asked) => {
    const { body, headers } = await get(url, asked)
    expect(body).toContain('<div id="root"><!--screen--></div>')
    expect(body).toContain('<script type="module" src="/assets/app.js">')
    expect(headers.vary).toBe('accept-encoding, cookie')
  })

  test.each(['/', '/auth/login'])('%s for visitors and for a browser with a session are kept apart by caches', async (url) => {
    const [visitor, signedIn] = [await get(url), await get(url, SESSION)]
    expect(signedIn.headers.etag).not.toBe(visitor.headers.etag)
    expect(visitor.headers.vary).toBe('accept-encoding, cookie')
    expect((await get(url, { ...SESSION, 'if-none-match': String(visitor.headers.etag) })).statusCode).toBe(200)
  })

  test('may run its own inline script and no other inline script', async () => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64')
    for (const url of ['/', '/player']) {
      const policy = String((await get(url)).headers['content-security-policy'])
      expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
      expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe-inline')
    }
  })

  test('may use its own inline styles and no other, and makes scripts of no text', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const empty = createHash('sha256').update('').digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${empty}'`)
    expect(policy.match(/style-src [^;]*/)?.[0]).not.toContain('unsafe-inline')
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
  })

  test.each(['/l/a1b2c3/0123456789abcdefghjkmnpqrs', '/t/a1b2c3?i=mk2x7.0123456789abcd'])(
    'abuse 9: no cache keeps the page of a sign-in link or an invitation, whose address holds the token (%s)',
    async (url) => {
      const { headers } = await get(url)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.etag).toBeUndefined()
      const etag = String((await get('/player')).headers.etag)
      expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(200)
    },
  )

  test('gets 304 for a client that has it', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const etag = String((await get('/', { 'accept-encoding': accepted })).headers.etag)
      for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
        const response = await get('/', { 'accept-encoding': accepted, 'if-none-match': known })
        expect([response.statusCode, response.body]).toEqual([304, ''])
        expect(response.headers).toMatchObject({
          ...SECURITY_HEADERS,
          etag,
          'cache-control': 'no-cache',
          vary: 'accept-encoding, cookie',
        })
      }
    }
  })

  test('is sent to a client with another version or another encoding', async () => {
    const etags = await Promise.all(
      [
        ['/', 'br'],
        ['/', 'gzip'],
        ['/', ''],
        ['/player', 'br'],
      ].map(async ([url = '', accepted = '']) => (await get(url, { 'accept-encoding': accepted })).headers.etag),
    )
    expect(new Set(etags).size).toBe(4)
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': String(etags[0]) })).statusCode).toBe(200)
    expect((await get('/', { 'if-none-match': '"older"' })).statusCode).toBe(200)
  })

  test.each(['/', '/player'])('HEAD %s has its headers and no body', async (url) => {
    const response = await ask(appOf(game()), { method: 'HEAD', url })
    const { etag, 'content-length': length } = (await get(url)).headers
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers).toMatchObject({ etag, 'content-length': length })
  })

  test.each(['//index.html', '/./index.html', '/%2e/index.html', '/index.html/', '/index.html.br'])(
    '%s does not serve the page as it was built',
    async (url) => {
      const response = await get(url)
      expect(response.body).not.toContain('%PUBLIC_URL%')
      if (response.statusCode !== 200) expectTransportKo(response, 'NOT_FOUND')
    },
  )
})

describe('the page of a server whose URL contains HTML special characters', () => {
  const game = useGame('sqlite', { webApp: path(), publicUrl: `https://a"b'c&d$&.example.hr` })

  test('contains them escaped', async () => {
    const { body } = await ask(appOf(game()), { method: 'GET', url: '/' })
    expect(body).toContain('content="https://a&quot;b&#39;c&amp;d$&amp;.example.hr/poster.png"')
  })
})
