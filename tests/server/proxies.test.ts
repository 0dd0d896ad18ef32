import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { FORM } from '../support/http'
import { organiserLink, signUp } from '../support/people'
import { useGame } from '../support/use-game'

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
