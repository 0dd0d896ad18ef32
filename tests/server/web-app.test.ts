import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/protocol'
import { GZIP_FROM_BYTES, gzipAnswer } from '#server/http/answers'
import { ownFolder } from '../support/folder'
import type { TestGame } from '../support/game-server'
import { expectTransportKo, SECURITY_HEADERS } from '../support/http'
import { foundTeam, signUp } from '../support/people'
import { times } from '../support/times'
import { useGame } from '../support/use-game'

const SCRIPT = "\n  document.documentElement.dataset.theme = 'light'\n"
const HTML = `<!doctype html>
  <html lang="hr">
  <script>${SCRIPT}</script>
  <meta property="og:image" content="%PUBLIC_URL%/poster.png" />
  <link  rel="canonical" href="%PUBLIC_URL%/" />
  <title>%PRODUCT_NAME% | %COMPANY_NAME%</title>
  <script type="module" src="/assets/app.js"></script>
  <div id="root"><!--screen--></div>`
const SHELL = '<!doctype html><title>%PRODUCT_NAME%</title>'
const MANIFEST = '{"name":"%PRODUCT_NAME%"}'
const integrityOf = (text: string | Buffer) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`
const VISITOR: Record<string, string> = {}
const SESSION: Record<string, string> = { cookie: `${SESSION_COOKIE}=anything` }
const SIGN_IN_LINK = '/l/a1b2c3/0123456789abcdefghjkmnpqrs'

const path = ownFolder()
for (const folder of ['screens', 'assets', 'icons']) mkdirSync(path(folder))
for (const name of ['landing', 'sign-in', 'terms']) {
  const html = `<div data-screen>${name} for $& and $1</div>`
  writeFileSync(path(`screens/${name}.json`), JSON.stringify({ title: `Title of ${name}`, html }))
}
writeFileSync(
  path('screens/named.json'),
  JSON.stringify({ title: '', html: '<i>%PRODUCT_NAME%, %PRIVACY_CONTACT%</i>' }),
)
for (const [name, content] of Object.entries({
  'index.html': HTML,
  'index.html.br': HTML,
  'app-shell.html': SHELL,
  'assets/app-4f2a.js': 'export {}',
  'icons/icon-192.png': '',
  'manifest.webmanifest': MANIFEST,
  'sw.js': `files = ["${integrityOf(SHELL)}"]`,
})) {
  writeFileSync(path(name), content)
}

describe('fault 29: the product’s name of one server', () => {
  const NAMES = {
    product: 'Zmaj "n" <Vitez> $& \\',
    company: 'Udruga Zmaj',
    contact: 'pravo@zmaj.example',
  }
  const SHOWN = 'Zmaj &quot;n&quot; &lt;Vitez&gt; $&amp; \\'
  const one = useGame('sqlite', { webApp: path(), names: NAMES })
  const other = useGame('sqlite', { webApp: path() })
  const bodyOf = async (game: TestGame, url: string) =>
    (await game.app.inject({ method: 'GET', url })).body

  test('is in its page, app shell, prerendered screens and manifest, while another server shows another name', async () => {
    expect(await bodyOf(one, '/player')).toContain(`<title>${SHOWN} | Udruga Zmaj</title>`)
    expect(await bodyOf(one, '/app-shell.html')).toContain(`<title>${SHOWN}</title>`)
    expect(JSON.parse(await bodyOf(one, '/manifest.webmanifest'))).toEqual({ name: NAMES.product })
    expect(JSON.parse(await bodyOf(one, '/screens/named.json'))).toMatchObject({
      html: `<i>${SHOWN}, pravo@zmaj.example</i>`,
    })
    expect(await bodyOf(other, '/player')).toContain('<title>GeekQuest | GeekClub</title>')
  })

  test('is included in the hash that the worker expects, and the compressed file is the same', async () => {
    for (const game of [one, other]) {
      const shell = await bodyOf(game, '/app-shell.html')
      expect(await bodyOf(game, '/sw.js')).toBe(`files = ["${integrityOf(shell)}"]`)
      const headers = { 'accept-encoding': 'br' }
      const packed = await game.app.inject({ method: 'GET', url: '/app-shell.html', headers })
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(shell)
    }
  })
})

describe('a server with the built app', () => {
  const game = useGame('sqlite', { webApp: path(), publicUrl: 'https://igra.example.hr' })
  const get = (url: string, headers: Record<string, string> = {}) =>
    game.app.inject({ method: 'GET', url, headers })

  test.each([
    '/',
    '/player',
    '/s/tim.0001',
    '/d/WzEsIlh3M2ItOV9rUTJtWjdyVGEiXQ.ihL1mNyMdZZErsQBxah0',
    '/nema-toga',
    '/qr/%E0%A4%A',
    SIGN_IN_LINK,
    '/%6c/a1b2c3/0123456789abcdefghjkmnpqrs',
    '/L/a1b2c3/with.a.dot',
    '//l//a1b2c3/0123456789abcdefghjk',
    '/l/%E0%A4%A/0123456789abcdefghjkmnpqrs',
    '/apiary',
    '/?utm=1',
    '/index.html',
    '/t/a1b2c3?i=mk2x7.0123456789abcd',
  ])(
    '%s is the app’s page with the server’s address; abuse 9: no cache stores it if the path contains a token',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(response.body).toContain('content="https://igra.example.hr/poster.png"')
      // Only the landing screen itself has a canonical address.
      const canonical = /^\/(\?|$)/.test(url) ? 1 : 0
      expect(response.body.split('rel="canonical" href="https://igra.example.hr/"')).toHaveLength(
        1 + canonical,
      )
      const holdsToken = /^\/+(l|%6c|t)\//i.test(url)
      expect(response.headers).toMatchObject({
        ...SECURITY_HEADERS,
        'cache-control': holdsToken ? 'no-store' : 'no-cache',
      })
      expect(response.headers.etag === undefined).toBe(holdsToken)
      const known = String((await get('/player')).headers.etag)
      if (holdsToken) expect((await get(url, { 'if-none-match': known })).statusCode).toBe(200)
    },
  )

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'GZIP;q=0.5, br;q=0', gunzipSync],
    [undefined, 'br;q=0, gzip; q=0.000', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ])('the page is sent as %s to a client that accepts %j', async (encoding, accepted, decode) => {
    for (const url of ['/', '/player']) {
      const response = await get(url, { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers.vary).toMatch(/^accept-encoding/)
      expect(decode(response.rawPayload).toString()).toBe((await get(url)).body)
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    }
  })

  test.each([
    ['/?utm=1', VISITOR, 'landing'],
    ['/login?redirect=%2Fplayer', VISITOR, 'sign-in'],
    ['/uvijeti', SESSION, 'terms'],
  ])(
    '%s (%j) contains the prerendered screen, and its scripts wait for the first paint',
    async (url, headers, name) => {
      const { body } = await get(url, headers)
      expect(body).toContain(`<div id="root"><div data-screen>${name} for $& and $1</div></div>`)
      expect(body).toContain(`<title>Title of ${name}</title>`)
      expect(body).toContain('<script type="after-paint" src="/assets/app.js">')
      expect(body).not.toContain('type="module"')
    },
  )

  test.each([
    ...['/player', '/auth/register', '/constructor', SIGN_IN_LINK].map(
      (url) => [url, VISITOR] as const,
    ),
    ...['/', '/auth/login'].map((url) => [url, SESSION] as const),
  ])('%s (%j) contains no prerendered screen, and its scripts do not wait', async (url, asked) => {
    const { body, headers } = await get(url, asked)
    expect(body).toContain('<div id="root"><!--screen--></div>')
    expect(body).toContain('<script type="module" src="/assets/app.js">')
    expect(headers.vary).toBe('accept-encoding, cookie')
  })

  test('the page may use only its own inline script and styles, and may not turn text into scripts', async () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    for (const url of ['/', '/player']) {
      const policy = String((await get(url)).headers['content-security-policy'])
      expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hashOf(SCRIPT)}';`)
      expect(policy).toContain(`style-src 'self' 'sha256-${hashOf('')}'`)
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
      for (const own of ['script', 'style'])
        expect(policy).not.toMatch(new RegExp(`${own}-src [^;]*unsafe-inline`))
    }
  })

  test('a client that has the page gets 304, but with another version, screen or session it gets the page', async () => {
    const etags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accepted = { 'accept-encoding': encoding }
      const etag = String((await get('/', accepted)).headers.etag)
      etags.add(etag)
      for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
        const response = await get('/', { ...accepted, 'if-none-match': known })
        expect([response.statusCode, response.body]).toEqual([304, ''])
        const caching = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' }
        expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, ...caching })
      }
      for (const other of [{ 'if-none-match': '"older"' }, { 'if-none-match': etag, ...SESSION }]) {
        expect((await get('/', { ...accepted, ...other })).statusCode).toBe(200)
      }
      expect((await get('/player', { ...accepted, 'if-none-match': etag })).statusCode).toBe(200)
    }
    expect(etags.size).toBe(3)
  })

  test('no path serves the page with its placeholders', async () => {
    for (const url of ['//index.html', '/%2e/index.html', '/index.html/', '/index.html.br']) {
      const response = await get(url)
      expect(response.body, url).not.toContain('%PUBLIC_URL%')
      if (response.statusCode !== 200) expectTransportKo(response, 'NOT_FOUND')
    }
  })

  test.each([
    ['/assets/app-4f2a.js', 'public, max-age=31536000, immutable', /^text\/javascript/],
    ['/manifest.webmanifest', 'no-cache', /^application\/manifest\+json/],
    ['/icons/icon-192.png', 'no-cache', /^image\/png/],
    // The file that the worker caches.
    ['/app-shell.html', 'no-cache', /^text\/html; charset=utf-8/],
  ])(
    '%s is cached for ever if its name has a hash, else revalidated, and gets 304 if unchanged',
    async (url, caching, type) => {
      for (const encoding of ['identity', 'br']) {
        const first = await get(url, { 'accept-encoding': encoding })
        expect(first.statusCode).toBe(200)
        expect(first.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': caching })
        expect(first.headers['content-type']).toMatch(type)
        const known = { 'accept-encoding': encoding, 'if-none-match': String(first.headers.etag) }
        expect((await get(url, known)).statusCode).toBe(304)
        // A date must not lead to 304, because the earlier response may have been a captive portal's.
        const later = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() }
        expect((await get(url, { 'accept-encoding': encoding, ...later })).rawPayload).toEqual(
          first.rawPayload,
        )
      }
    },
  )

  test('a missing file gets NOT_FOUND and not the app’s page', async () => {
    for (const url of ['/assets/app-0000.js', '/missing.png', '/deeper/missing.css']) {
      const response = await get(url)
      expectTransportKo(response, 'NOT_FOUND')
      expect(response.headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
    }
  })
})

describe('a compressed answer', () => {
  const gzip = async (text: string, shared: readonly Buffer[]) =>
    await gzipAnswer({ text, shared }, 'gzip')

  test('unpacks to the same text, in whatever parts it is and even if a shared part is sent again', async () => {
    const json = fc.string({ unit: 'binary', maxLength: 4_000, size: 'max' })
    await fc.assert(
      fc.asyncProperty(json, fc.array(json, { maxLength: 3 }), async (text, sharedTexts) => {
        const shared = sharedTexts.map((part) => Buffer.from(part))
        for (let round = 0; round < 2; round++) {
          const whole = Buffer.concat([Buffer.from(text), ...shared])
          const parts = await gzip(text, shared)
          if (parts === null)
            expect(text.length + Buffer.concat(shared).length).toBeLessThan(GZIP_FROM_BYTES)
          else expect(gunzipSync(Buffer.concat(parts)).equals(whole)).toBe(true)
        }
      }),
      // Do not shrink: for long texts that would exceed the test's time, and prove nothing.
      { endOnFailure: true, numRuns: 30, examples: [['x'.repeat(GZIP_FROM_BYTES), ['']]] },
    )
  })

  test('compresses a shared part only once, and is not compressed if its own part exceeds a block', async () => {
    const shared = Buffer.from('x'.repeat(100_000))
    const [first, second] = [await gzip('a', [shared]), await gzip('bc', [shared])]
    expect(first?.[2]).toBe(second?.[2])
    expect(await gzip('x'.repeat(70_000), [Buffer.from('y')])).toBeNull()
  })
})

describe('a large answer of the API', () => {
  const game = useGame('sqlite')

  test('is sent compressed, with its length, to a client that accepts gzip; a small answer is not', async () => {
    const { api } = await signUp(game)
    await Promise.all(times(20, () => foundTeam(game)))
    const list = (accepted?: string) =>
      api.raw(
        { action: 'team', option: 'list' },
        '',
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      )
    const plain = await list()
    expect(plain.rawPayload.length).toBeGreaterThan(GZIP_FROM_BYTES)
    expect((await list('br')).headers['content-encoding']).toBeUndefined()
    const packed = await list('gzip, deflate, br, zstd')
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const small = await api.raw({ action: 'login' }, '', { 'accept-encoding': 'gzip' })
    expect([small.headers['content-encoding'], small.json().status]).toEqual([undefined, 'OK'])
  })
})
