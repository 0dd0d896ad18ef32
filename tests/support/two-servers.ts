import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerProcess } from './server-process'

const CHECK_MS = 50
const BAD_GATEWAY = 502

/**
 * One address before several servers, as a reverse proxy in service: it takes turns among the servers that are ready, and another one
 * if a server does not accept the connection. What breaks after that breaks for the caller too.
 */
export interface Balancer {
  readonly url: string
  servers: readonly ServerProcess[]
  close(): Promise<void>
}

export async function startBalancer(servers: readonly ServerProcess[]): Promise<Balancer> {
  const ready = new Set<ServerProcess>(servers)
  let turn = 0

  async function check(server: ServerProcess): Promise<void> {
    const isReady = await fetch(`${server.url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) ready.add(server)
    else ready.delete(server)
  }
  const timer = setInterval(() => {
    for (const server of balancer.servers) void check(server)
  }, CHECK_MS)

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const candidates = balancer.servers.filter((server) => ready.has(server))
    turn++
    const tryOne = (left: number): void => {
      const server = candidates[(turn + left) % Math.max(1, candidates.length)]
      if (server === undefined || left === 0) {
        response.writeHead(BAD_GATEWAY).end()
        return
      }
      const { hostname, port } = new URL(server.url)
      const { url: path, method, headers } = incoming
      const outgoing = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? BAD_GATEWAY, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (response.headersSent) response.destroy()
        else if (error.code === 'ECONNREFUSED') tryOne(left - 1)
        else response.writeHead(BAD_GATEWAY).end()
      })
      outgoing.end(body)
    }
    tryOne(candidates.length)
  }

  const proxy = createServer((incoming, response) => void forward(incoming, response))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    servers,
    async close() {
      clearInterval(timer)
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
  return balancer
}
