import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOf } from '../support/http'
import { useGame } from '../support/use-game'

describe('what a server reads from its sockets', () => {
  const game = useGame('sqlite')
  let server: Server
  beforeAll(async () => {
    await appOf(game()).listen({ host: '127.0.0.1', port: 0 })
    server = appOf(game()).server as Server
  })
  afterAll(() => server.closeAllConnections())

  /** Writes bytes as they are; returns the whole answer once the server has hung up. */
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
    ['of two lengths', `POST /api HTTP/1.1\r\n${form}content-length: 4\r\ncontent-length: 7\r\n\r\nid=a`],
    ['of a length and chunks', `POST /api HTTP/1.1\r\n${form}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['with a line break in a header', `GET / HTTP/1.1\r\n${head}x: a\rset-cookie: b\r\n\r\n`],
  ])('a request %s is answered as malformed and cut, so that nothing after it is taken for another', async (_what, bytes) => {
    const smuggled = `POST /api?action=login HTTP/1.1\r\n${form}\r\n`
    const answer = await say(bytes + smuggled)
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED"/s)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test.each(['/', '/api', '/health'])('TRACE %s is no request of ours: nothing that was sent comes back', async (path) => {
    const answer = await say(`TRACE ${path} HTTP/1.1\r\n${head}cookie: session_token=tajna\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('tajna')
  })

  test('a request that trickles in is cut after a minute', () => {
    expect(server.requestTimeout).toBe(60_000)
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
  })
})
