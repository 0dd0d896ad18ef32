import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port of 127.0.0.1, for programs that must be told their port before they start. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
