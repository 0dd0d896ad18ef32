import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import webPush from 'web-push'
import type { Notice } from '#contract/notice'
import { parseRetryAfter } from '../time'

/** Networks that no push service is in: a subscription must not make the server call its own neighbours. */
const INNER = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  // Protocols' own, the documentation's, and those that wrap an IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]
const inner = new BlockList()
for (const network of INNER) {
  const [address = '', bits] = network.split('/')
  inner.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inner.check(address, 'ipv4')
  // Addresses of the Internet are in 2000::/3.
  return isIP(address) === 6 && /^[23][\da-f]{3}:/i.test(address) && !inner.check(address, 'ipv6')
}

/** How long a name server is waited for (ms), twice. */
const NAME_SERVER_MS = 2_000

/**
 * Makes a function that resolves a host, and fails unless all its addresses are public: the answer may differ from an earlier one.
 * It asks the name servers itself. The system's look-ups use the four threads that compression and files need too, and a name server
 * that never answers would hold them.
 */
export function createPublicLookup(nameServers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)

  async function find(host: string): Promise<LookupAddress[]> {
    const of = async (family: 4 | 6, addresses: Promise<string[]>) => {
      // A host may have addresses of one family only.
      const known = await addresses.catch(() => [])
      return known.map((address) => ({ address, family }))
    }
    return (await Promise.all([of(4, resolver.resolve4(host)), of(6, resolver.resolve6(host))])).flat()
  }

  return (host, options, callback) => {
    void find(host).then((found) => {
      const [first] = found
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
        callback(new Error('the host is not on the Internet'), [])
      } else if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * A host name of the Internet: no dot at its end, which names the same host, and no domain of a single network or of special use
 * (https://www.iana.org/assignments/special-use-domain-names). `URL` has written decimal and hexadecimal addresses as plain ones.
 */
const INTERNET_NAME =
  /^(?:[\w-]+\.)+(?!(?:alt|arpa|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$)[\w-]+$/

/** Whether an endpoint may be a push service's: https on its usual port at a host name. `loopback` allows http there, for tests. */
export function isPushEndpoint(endpoint: string, loopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (loopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  return protocol === 'https:' && port === '' && INTERNET_NAME.test(hostname) && isIP(hostname) === 0
}

/** A push service that has not answered by then (ms) is given up. */
const TIMEOUT_MS = 10_000
/** How long a push service keeps a notice for a phone without a network, in s. */
const KEPT_S = 4 * 3600
const GONE: ReadonlySet<number> = new Set([404, 410])
const TOO_MANY = 429
const REQUEST_TIMEOUT = 408

export interface Vapid {
  /** Who answers for the messages: a web or mail address. */
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
  /** `failed`: the push service refuses this notice, and would again. */
  | { readonly is: 'delivered' | 'failed' }
  /** The push service no longer knows the subscription. */
  | { readonly is: 'gone' }
  /** It is busy or away; it may say how long to wait (ms). */
  | { readonly is: 'later'; readonly afterMs: number | null }

const GONE_NOW: Delivery = { is: 'gone' }
const AWAY: Delivery = { is: 'later', afterMs: null }

function judge(status: number, retryAfter: string | undefined): Delivery {
  if (GONE.has(status)) return GONE_NOW
  if (status >= 200 && status < 300) return { is: 'delivered' }
  const mayPass = status === TOO_MANY || status === REQUEST_TIMEOUT || status >= 500
  return mayPass ? { is: 'later', afterMs: parseRetryAfter(retryAfter) } : { is: 'failed' }
}

/** How many connections it has is bounded by the queue; the time closes those that are not used. */
const agent = new Agent({ keepAlive: true, timeout: TIMEOUT_MS, lookup: createPublicLookup() })

/** Encrypts a notice (RFC 8291), signs the request (RFC 8292) and sends it. Follows no redirect. Never throws. */
export function deliver(to: Subscription, notice: Notice, vapid: Vapid, loopback: boolean): Promise<Delivery> {
  return new Promise((resolve) => {
    try {
      if (!isPushEndpoint(to.endpoint, loopback)) return resolve(GONE_NOW)
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        JSON.stringify(notice),
        { vapidDetails: vapid, TTL: KEPT_S, urgency: 'high', contentEncoding: 'aes128gcm' },
      )
      const isHttps = endpoint.startsWith('https:')
      const options = { method, headers, timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TIMEOUT_MS) }
      const request = isHttps ? requestHttps(endpoint, { ...options, agent }) : requestHttp(endpoint, options)
      request.on('response', (response) => {
        response.resume()
        resolve(judge(response.statusCode ?? 0, response.headers['retry-after']))
      })
      request.on('timeout', () => request.destroy())
      request.on('error', () => resolve(AWAY))
      request.end(body)
    } catch {
      // Keys that are no point of the curve: nobody could ever read it.
      resolve(GONE_NOW)
    }
  })
}
