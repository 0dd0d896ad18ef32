import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Makes a server listen on a free port of 127.0.0.1 and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/**
 * Below the ports that systems give to outgoing connections, of which a browser under test opens hundreds: one of those could take the
 * port before the program does.
 */
const FIRST = 20_000
const PORTS = 12_000
const TRIES = 20

/** Returns a free port of 127.0.0.1, for programs that get their port as a setting. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = FIRST + randomInt(PORTS)
    const probe = createServer().listen(port, '127.0.0.1')
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error(`${TRIES} ports of 127.0.0.1 are in use`)
}
