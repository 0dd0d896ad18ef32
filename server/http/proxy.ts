import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

const LOOPBACK = 'loopback'
const isLoopback = proxyAddress.compile(LOOPBACK)

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

/** Headers that proxies add. Behind one on the same machine everybody comes from there. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a request was made on this machine, and not passed on by a proxy. */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false
  return socket.remoteAddress !== undefined && isLoopback(socket.remoteAddress, 0)
}
