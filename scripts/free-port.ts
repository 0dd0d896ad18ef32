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

/** Returns a free port of 127.0.0.1, for programs that must be told their port before they start. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenOnFreePort(probe)
  probe.close()
  await once(probe, 'close')
  return port
}
