import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentPace } from '../../scripts/machine'
import { ownFolder } from '../support/folder'
import { useGame } from '../support/use-game'

const path = ownFolder()
mkdirSync(path('assets'))
writeFileSync(path('index.html'), '<!doctype html>')
writeFileSync(path('assets/app.js'), ' '.repeat(100_000))

const PHONES = 1_500
const PATIENCE_MS = 20_000

/** The script of a thread that connects all phones and then wakes the server's thread. */
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

/** The file with Linux's limit. Other systems queue fewer connections, whatever a server asks for. */
const LIMIT_OF_LINUX = '/proc/sys/net/core/somaxconn'
const most = existsSync(LIMIT_OF_LINUX) ? Number(readFileSync(LIMIT_OF_LINUX, 'utf8')) : 0

describe('a server’s sockets', () => {
  const game = useGame('sqlite', { webApp: path() })
  let server: Server
  beforeAll(async () => {
    await game.app.listen({ host: '127.0.0.1', port: 0 })
    server = game.app.server as Server
  })
  afterAll(() => server.closeAllConnections())

  /** Writes raw bytes, and returns the whole answer after the server has closed the connection. */
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
      'with both a length and chunks',
      `POST /api HTTP/1.1\r\n${form}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['with a line break in a header', `GET / HTTP/1.1\r\n${head}x: a\rset-cookie: b\r\n\r\n`],
  ])(
    'a request %s is answered as malformed and cut off, so that no following bytes count as another request',
    async (_what, bytes) => {
      const smuggled = `POST /api?action=login HTTP/1.1\r\n${form}\r\n`
      const answer = await say(bytes + smuggled)
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED"/s)
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    },
  )

  test('a request that trickles in is cut off after a minute, and so is a client that reads no answer', () => {
    expect(server.requestTimeout).toBe(60_000)
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(server.timeout).toBe(60_000)
  })

  test.each([
    ['/assets/app.js', 1_300],
    ['/health', 60_000],
  ])(
    'abuse 12: a client that requests %s %i times and reads no answer opens no file and delays nobody',
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
      // Allow for both ends of the connection, and for files that the process opens meanwhile.
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
    'if a whole hall connects while the server is busy, all wait and nobody is turned away',
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
