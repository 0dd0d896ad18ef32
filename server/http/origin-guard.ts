import type { IncomingHttpHeaders } from 'node:http'
import { TransportRefusal } from '../refusal'

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/**
 * Refuses calls from pages of other sites: an Origin must be PUBLIC_URL's or the request's own host. A call without one passes
 * unless the browser declares it cross-site.
 */
export function assertOrigin(headers: IncomingHttpHeaders, publicUrl: URL): void {
  const { origin } = headers
  if (origin === undefined) {
    if (headers['sec-fetch-site'] === 'cross-site') throw new TransportRefusal('FORBIDDEN_ORIGIN')
    return
  }
  if (origin === publicUrl.origin) return
  if (hostOf(origin) !== headers.host) throw new TransportRefusal('FORBIDDEN_ORIGIN')
}
