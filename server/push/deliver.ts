import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { Notice } from '#contract/notice'
import { parseRetryAfter } from '../retry-after'
import { createPublicLookup, isPushEndpoint } from './public-address'

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
