import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import webPush from 'web-push'
import type { Notice } from '#contract/notice'
import { parseRetryAfter } from '../time'

/** Whether an address is public: a subscription must not make the server call its own network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  const [first = 0] = parsed.toByteArray()
  // Only 2000::/3 of IPv6 is public.
  return parsed.range() === 'unicast' && (isIP(address) === 4 || first >> 5 === 1)
}

/** Timeout of each of two queries to a name server (ms). */
const NAME_SERVER_MS = 2_000

/**
 * Creates a lookup that fails unless all of a host's addresses are public. Each connection makes
 * such a lookup, because the answers of name servers change. Queries name servers directly: the
 * system's lookups share four threads with compression and files, and a silent name server would
 * block them.
 */
export function createPublicLookup(nameServers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)

  // A host may have addresses of one family only.
  const toAddresses = (family: 4 | 6, query: Promise<string[]>): Promise<LookupAddress[]> =>
    query.then(
      (addresses) => addresses.map((address) => ({ address, family })),
      () => [],
    )

  return (host, options, callback) => {
    const queries = [
      toAddresses(4, resolver.resolve4(host)),
      toAddresses(6, resolver.resolve6(host)),
    ]
    void Promise.all(queries).then((answers) => {
      const addresses = answers.flat()
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error('the host is not on the Internet'), [])
      } else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Matches a public host name, but not one in a private or special-use domain
 * (https://www.iana.org/assignments/special-use-domain-names), nor one with a final dot, by which
 * such a domain could be named too. `URL` has already converted decimal and hexadecimal addresses
 * to plain ones.
 */
const INTERNET_NAME =
  /^(?:[\w-]+\.)+(?!(?:alt|arpa|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$)[\w-]+$/

/**
 * Whether an endpoint may be a push service's: https on its default port at a host name. `loopback`
 * allows http on this machine, for tests.
 */
export function isPushEndpoint(endpoint: string, loopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (loopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  return (
    protocol === 'https:' && port === '' && INTERNET_NAME.test(hostname) && isIP(hostname) === 0
  )
}

const TIMEOUT_MS = 10_000
/** How long a push service stores a notice for a phone without a network, in s. */
const TTL_S = 4 * 3600
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410])
const TOO_MANY = 429
const REQUEST_TIMEOUT = 408

export interface Vapid {
  /** Web or mail address of the sender's contact. */
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export type Delivery =
  /** `failed`: the push service refuses this notice permanently. */
  | { readonly kind: 'delivered' | 'failed' }
  /** The push service no longer knows the subscription. */
  | { readonly kind: 'gone' }
  /** It is busy or cannot be reached; it may say how long to wait (ms). */
  | { readonly kind: 'later'; readonly afterMs: number | null }

const SUBSCRIPTION_GONE: Delivery = { kind: 'gone' }
const NOT_REACHED: Delivery = { kind: 'later', afterMs: null }

function deliveryOf(status: number, retryAfter: string | undefined): Delivery {
  if (GONE_STATUSES.has(status)) return SUBSCRIPTION_GONE
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  const isTemporary = status === TOO_MANY || status === REQUEST_TIMEOUT || status >= 500
  return isTemporary ? { kind: 'later', afterMs: parseRetryAfter(retryAfter) } : { kind: 'failed' }
}

/** The queue limits the number of connections; the timeout closes unused ones. */
const agent = new Agent({ keepAlive: true, timeout: TIMEOUT_MS, lookup: createPublicLookup() })

/**
 * Encrypts a notice (RFC 8291), signs the request (RFC 8292) and sends it. Follows no redirect.
 * Never throws.
 */
export function deliver(
  to: Subscription,
  notice: Notice,
  vapid: Vapid,
  loopback: boolean,
): Promise<Delivery> {
  return new Promise((resolve) => {
    try {
      if (!isPushEndpoint(to.endpoint, loopback)) return resolve(SUBSCRIPTION_GONE)
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        JSON.stringify(notice),
        { vapidDetails: vapid, TTL: TTL_S, urgency: 'high', contentEncoding: 'aes128gcm' },
      )
      const isHttps = endpoint.startsWith('https:')
      const options = {
        method,
        headers,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }
      const request = isHttps
        ? requestHttps(endpoint, { ...options, agent })
        : requestHttp(endpoint, options)
      request.on('response', (response) => {
        response.resume()
        resolve(deliveryOf(response.statusCode ?? 0, response.headers['retry-after']))
      })
      request.on('timeout', () => request.destroy())
      request.on('error', () => resolve(NOT_REACHED))
      request.end(body)
    } catch {
      // The keys are not on the curve, so nobody could ever decrypt the notice.
      resolve(SUBSCRIPTION_GONE)
    }
  })
}
