import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { expectTransportKo, FORM, inject } from '../support/http'
import { newProfile, organiserLink, signUp } from '../support/people'
import { useGame } from '../support/use-game'

describe('origins that may make a call', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test.each([
    ['the public address', { origin: 'https://igra.example.hr' }],
    ['the requested host', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' }],
    [
      'the requested host over https, as the proxy in front says',
      { host: '192.168.1.5', origin: 'https://192.168.1.5', 'x-forwarded-proto': 'https' },
    ],
    ['the requested host with its usual port', { host: '192.168.1.5:80', origin: 'http://192.168.1.5' }],
    ['no origin, as from an app or a command line', {}],
    ['no origin, and the browser says same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['no origin, and the person typed the URL', { 'sec-fetch-site': 'none' }],
    [
      'the public address, though the browser calls it cross-site',
      { origin: 'https://igra.example.hr', 'sec-fetch-site': 'cross-site' },
    ],
  ])('%s: allowed', async (_what, headers) => {
    const response = await inject(game(), { headers })
    expect([response.statusCode, response.json().status]).toEqual([200, 'OK'])
  })

  test.each([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['a page whose host starts with the public host', { origin: 'https://igra.example.hr.evil.example' }],
    ['a page on a subdomain of the public host', { origin: 'https://sub.igra.example.hr' }],
    ['the public host on another port', { origin: 'https://igra.example.hr:8443' }],
    ['the public host over http', { origin: 'http://igra.example.hr', host: 'localhost:80' }],
    ['an opaque origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['an invalid origin', { origin: 'igra.example.hr' }],
    ['no origin, and the browser says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the requested host on another port', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:9090' }],
    ['abuse 11: the requested host, but another scheme', { host: '192.168.1.5:8080', origin: 'https://192.168.1.5:8080' }],
    [
      'abuse 11: the requested host over http, though the proxy was asked over https',
      { host: '192.168.1.5', origin: 'http://192.168.1.5', 'x-forwarded-proto': 'https' },
    ],
    ['abuse 11: the requested host with a scheme of no web page', { host: '192.168.1.5', origin: 'ftp://192.168.1.5' }],
  ])('%s: refused', async (_what, headers) => {
    expectTransportKo(await inject(game(), { headers }), 'FORBIDDEN_ORIGIN')
  })

  test('a foreign page’s call changes nothing', async () => {
    const payload = new URLSearchParams({ user_data: JSON.stringify(newProfile()) }).toString()
    await inject(game(), { query: { action: 'register', option: '' }, headers: { origin: 'https://evil.example' }, payload })
    expect(game().sent).toEqual([])
  })
})

describe('what a server is told of a client', () => {
  const game = useGame('sqlite')

  test.each<[string, string, readonly string[], string, boolean]>([
    ['this machine', '127.0.0.1', [], '203.0.113.9', true],
    ['a container that is named', '172.30.7.2', ['172.30.7.2'], '203.0.113.9', true],
    ['a network that is named', '10.1.2.3', ['10.0.0.0/8'], '203.0.113.9', true],
    ['a container that is not named', '172.30.7.3', ['172.30.7.2'], '172.30.7.3', false],
    ['anybody else', '203.0.113.1', [], '203.0.113.1', false],
  ])('by %s is believed or not', async (_who, remoteAddress, trustedProxies, address, https) => {
    const [server] = game().servers
    if (server === undefined) throw new Error('no server')
    const app = await buildApp(server.game, { webApp: null, log: 'silent', trustedProxies })
    const { id } = await signUp(game())
    const { mtp } = await organiserLink(game(), id)
    const signIn = (scheme: string) =>
      app.inject({
        method: 'POST',
        url: '/api',
        query: { fingerprint: randomUUID(), action: 'login' },
        remoteAddress,
        headers: {
          'x-forwarded-for': '198.51.100.1, 203.0.113.9',
          'x-forwarded-proto': 'http, https',
          host: 'igra',
          origin: `${scheme}://igra`,
          'content-type': FORM,
        },
        payload: new URLSearchParams({ id, mtp }).toString(),
      })
    expect((await signIn(https ? 'http' : 'https')).statusCode).toBe(403)
    expect((await signIn(https ? 'https' : 'http')).json().status).toBe('OK')
    const sessions = game().db.read.selectFrom('sessions').where('user_id', '=', id)
    expect(await sessions.where('address', '=', address).select('user_agent').execute()).toHaveLength(1)
    await app.close()
  })
})
