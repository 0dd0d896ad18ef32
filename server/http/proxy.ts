import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

const LOOPBACK = 'loopback'

export type Proxies = ReturnType<typeof createProxies>

/** What reverse proxies tell about a client: those on this machine and at the given addresses or networks are believed. */
export function createProxies(trusted: readonly string[] = []) {
  const isTrusted = proxyAddress.compile([LOOPBACK, ...trusted])
  return {
    /** The client's address; 'gone' if it has hung up. */
    clientAddress(request: IncomingMessage): string {
      // Contrary to its type, undefined if the socket is closed.
      const address: string | undefined = proxyAddress(request, isTrusted)
      return address ?? 'gone'
    },
    /** The scheme that the client used: behind a proxy the last one that X-Forwarded-Proto names. */
    clientScheme({ headers, socket }: IncomingMessage): string {
      const forwarded = String(headers['x-forwarded-proto'] ?? '')
      if (forwarded === '' || socket.remoteAddress === undefined || !isTrusted(socket.remoteAddress, 0)) return 'http'
      return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
    },
  }
}

/** Whether all of these are addresses or networks, such as 10.0.0.2 or 172.30.0.0/24. */
export function areProxies(addresses: readonly string[]): boolean {
  try {
    proxyAddress.compile([...addresses])
    return true
  } catch {
    return false
  }
}
