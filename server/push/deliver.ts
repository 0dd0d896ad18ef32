import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { Notice } from '#contract/notice'
import { isPushEndpoint, lookupPublic } from './public-address'

/** A push service that has not answered by then (ms) is given up. */
const TIMEOUT_MS = 10_000
/** How long a push service keeps a notice for a phone without a network, in s. */
const KEPT_S = 4 * 3600
const GONE: ReadonlySet<number> = new Set([404, 410])

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

/** `gone`: the push service no longer knows the subscription. */
export type Delivery = 'delivered' | 'gone' | 'failed'

const agent = new Agent({ keepAlive: true, maxSockets: 4, lookup: lookupPublic })

/** Encrypts a notice (RFC 8291), signs the request (RFC 8292) and sends it. Follows no redirect. Never throws. */
export function deliver(to: Subscription, notice: Notice, vapid: Vapid, loopback: boolean): Promise<Delivery> {
  return new Promise((resolve) => {
    try {
      if (!isPushEndpoint(to.endpoint, loopback)) return resolve('gone')
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
        const status = response.statusCode ?? 0
        if (GONE.has(status)) resolve('gone')
        else resolve(status >= 200 && status < 300 ? 'delivered' : 'failed')
      })
      request.on('timeout', () => request.destroy())
      request.on('error', () => resolve('failed'))
      request.end(body)
    } catch {
      // Keys that are no point of the curve: nobody could ever read it.
      resolve('gone')
    }
  })
}
