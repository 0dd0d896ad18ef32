import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

const LOOPBACK = 'loopback'

/** What reverse proxies tell about a client, as far as they are believed. */
export interface Proxies {
  /** The client's address; 'gone' if it has hung up. */
  clientAddress(request: IncomingMessage): string
  /** The scheme that the client used: behind a proxy the last one that X-Forwarded-Proto names. */
  clientScheme(request: IncomingMessage): string
}

/** Believes proxies on this machine and at the given addresses or networks. */
export function createProxies(trusted: readonly string[] = []): Proxies {
  const isTrusted = proxyAddress.compile([LOOPBACK, ...trusted])
  return {
    clientAddress(request) {
      // Contrary to its type, undefined if the socket is closed.
      const address: string | undefined = proxyAddress(request, isTrusted)
      return address ?? 'gone'
    },
    clientScheme({ headers, socket }) {
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
