import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Only a reverse proxy on the same machine is believed about the client. */
const isTrusted = proxyAddress.compile('loopback')

/** The client's address; 'gone' if it has hung up. */
export function clientAddress(request: IncomingMessage): string {
  // Contrary to its type, undefined if the socket is closed.
  const address: string | undefined = proxyAddress(request, isTrusted)
  return address ?? 'gone'
}

/** The scheme that the client used: behind a proxy the last one that X-Forwarded-Proto names. */
export function clientScheme({ headers, socket }: IncomingMessage): string {
  const forwarded = String(headers['x-forwarded-proto'] ?? '')
  if (forwarded === '' || socket.remoteAddress === undefined || !isTrusted(socket.remoteAddress, 0)) return 'http'
  return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
}
