import { describe, expect, test } from 'vitest'
import { expectTransportKo, inject } from '../support/http'
import { newProfile } from '../support/people'
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
