import type { IncomingHttpHeaders } from 'node:http'
import { TransportRefusal } from '../refusal'

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/**
 * Refuses calls from pages of other sites: an Origin must be PUBLIC_URL's or have the request's own scheme and host. A call
 * without one passes unless the browser declares it cross-site.
 */
export function assertOrigin(headers: IncomingHttpHeaders, scheme: string, publicUrl: URL): void {
  const { origin, host } = headers
  if (origin === undefined) {
    if (headers['sec-fetch-site'] === 'cross-site') throw new TransportRefusal('FORBIDDEN_ORIGIN')
    return
  }
  if (origin === publicUrl.origin) return
  const own = host === undefined ? null : originOf(`${scheme}://${host}`)
  if (own === null || originOf(origin) !== own) throw new TransportRefusal('FORBIDDEN_ORIGIN')
}
