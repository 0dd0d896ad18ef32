import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A relay to a database. It can drop packets silently, so that neither side notices. */
export interface Relay {
  /** The database's address through this relay. */
  readonly url: string
  /** Blocks all open connections from now on. New connections still work. */
  swallow(): void
  /** True if new connections are blocked too. */
  swallowsAll: boolean
  close(): void
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const { hostname, port } = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    const pair = [from, to] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [to, from] as const]) {
      one.on('data', (chunk) => {
        if (pairs.has(pair) && !relay.swallowsAll) other.write(chunk)
      })
      one.on('close', () => {
        if (pairs.has(pair) && !relay.swallowsAll) other.destroy()
      })
      one.on('error', () => undefined)
    }
    everyPair.push(pair)
  })
  const everyPair: (readonly [Socket, Socket])[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  const relay: Relay = {
    url: url.href,
    swallow: () => pairs.clear(),
    swallowsAll: false,
    close() {
      server.close()
      for (const socket of everyPair.flat()) socket.destroy()
    },
  }
  return relay
}
