import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can fall silent, as a network that drops packets does: nobody learns that nothing arrives any more. */
export interface Relay {
  /** The database's address by this way. */
  readonly url: string
  /** From now on nothing passes on the connections that are open. New ones pass. */
  swallow(): void
  /** Whether nothing passes on new connections either. */
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
