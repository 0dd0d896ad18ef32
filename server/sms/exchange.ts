import { setTimeout as delay } from 'node:timers/promises'
import { parseRetryAfter } from '../retry-after'
import { SmsNotSent } from './sms'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a key and a code may travel there: encrypted, or without leaving this machine. */
export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** The address of `host`, with http on this machine; null if it is none. */
export function providerBase(host: string): URL | null {
  if (!URL.canParse(`https://${host}`)) return null
  const url = new URL(`https://${host}`)
  return LOOPBACK.test(url.hostname) ? new URL(`http://${host}`) : url
}

/** Errors before a request is written: no connection, no such host, no trusted certificate. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/

function codeOf(reason: unknown): string {
  const cause = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.name : typeof cause
}

const HTTP_TOO_MANY_REQUESTS = 429
const HTTP_UNAVAILABLE = 503
const REFUSES_THE_ACCOUNT: ReadonlySet<number> = new Set([401, 402, 403, 404, 405])

/** What an answer other than 2xx says of the SMS. */
function failureOf({ status, headers }: Response): SmsNotSent {
  const why = `HTTP ${status}`
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  const asksToWait = status === HTTP_TOO_MANY_REQUESTS || (status === HTTP_UNAVAILABLE && retryAfterMs !== null)
  if (asksToWait) return new SmsNotSent('try later', why, retryAfterMs)
  if (REFUSES_THE_ACCOUNT.has(status) || (status >= 300 && status < 400)) return new SmsNotSent('account refused', why)
  // A request that the provider finds invalid has not sent anything. After an error of its own nobody knows.
  return new SmsNotSent(status < 500 ? 'refused' : 'unknown', why)
}

/**
 * Makes one request to a provider. Throws `SmsNotSent` for any answer but 2xx, and without one: `not reached` only if the
 * request certainly did not arrive, `unknown` otherwise.
 */
export async function exchange(url: URL, init: RequestInit, timeoutMs: number): Promise<{ status: number; text: string }> {
  let response: Response
  let text: string
  try {
    // A redirect would carry the key to another host.
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    text = await response.text()
  } catch (reason) {
    const code = codeOf(reason)
    throw new SmsNotSent(BEFORE_SENDING.test(code) ? 'not reached' : 'unknown', code)
  }
  if (!response.ok) throw failureOf(response)
  return { status: response.status, text }
}

export interface Patience {
  /** How long one attempt may take (ms). */
  readonly attemptMs: number
  /** How long all attempts together may take (ms). */
  readonly allMs: number
  /** The pauses before further attempts, unless the provider says how long (ms). */
  readonly pausesMs: readonly number[]
}

/** The page waits 15 s for an answer. */
export const PATIENCE: Patience = { attemptMs: 8_000, allMs: 12_000, pausesMs: [300, 1_500] }

const AGAIN: ReadonlySet<unknown> = new Set(['not reached', 'try later'])

/** Makes attempts until one succeeds, but another one only if the last certainly sent nothing. Throws what the last one threw. */
export async function sendPatiently(attempt: (timeoutMs: number) => Promise<void>, patience: Patience): Promise<void> {
  const end = performance.now() + patience.allMs
  for (const pauseMs of [...patience.pausesMs, null]) {
    try {
      return await attempt(Math.max(1, Math.min(patience.attemptMs, end - performance.now())))
    } catch (reason) {
      if (pauseMs === null || !(reason instanceof SmsNotSent) || !AGAIN.has(reason.fate)) throw reason
      const waitMs = reason.retryAfterMs ?? pauseMs
      if (performance.now() + waitMs >= end) throw reason
      await delay(waitMs)
    }
  }
}
