import { setTimeout as delay } from 'node:timers/promises'
import { parseRetryAfter } from '../time'
import { wordsOf } from './provider-words'
import { errorKind, type NumberedSms, SmsNotSent, type SmsSender } from './sms'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a host name is this machine's, which needs no encryption. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname)

/** Errors before a request is written: no connection, no such host, no trusted certificate. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/

const HTTP_TOO_MANY_REQUESTS = 429
const HTTP_UNAVAILABLE = 503
const REFUSES_THE_ACCOUNT: ReadonlySet<number> = new Set([401, 402, 403, 404, 405])

export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Formats the status and the provider's words for operators. */
export function inWords({ status, text }: ProviderAnswer, verdict = ''): string {
  const said = wordsOf(text)
  return `HTTP ${status}${verdict}${said === '' ? '' : `: ${said}`}`
}

/** Classifies an answer other than 2xx. */
function notSent(answer: ProviderAnswer): SmsNotSent {
  const { status, headers } = answer
  const why = inWords(answer)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  const asksToWait =
    status === HTTP_TOO_MANY_REQUESTS || (status === HTTP_UNAVAILABLE && retryAfterMs !== null)
  if (asksToWait) return new SmsNotSent('try later', why, retryAfterMs)
  if (REFUSES_THE_ACCOUNT.has(status) || (status >= 300 && status < 400))
    return new SmsNotSent('account refused', why)
  // An invalid request sent nothing. After the provider's own error nobody knows whether it sent
  // the SMS.
  return new SmsNotSent(status < 500 ? 'refused' : 'unknown', why)
}

/**
 * Makes one request to a provider. Throws `SmsNotSent` for any answer but 2xx. Without an answer,
 * throws `not reached` only if the request certainly did not arrive, otherwise `unknown`.
 */
async function exchange(url: URL, init: RequestInit, timeoutMs: number): Promise<ProviderAnswer> {
  let response: Response
  let text: string
  try {
    // A redirect would send the key to another host.
    response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (reason) {
    // `fetch` wraps the system's error as its cause.
    const code = errorKind(reason instanceof Error ? (reason.cause ?? reason) : reason)
    throw new SmsNotSent(BEFORE_SENDING.test(code) ? 'not reached' : 'unknown', code)
  }
  const answer = { status: response.status, headers: response.headers, text }
  if (!response.ok) throw notSent(answer)
  return answer
}

export interface RetryPolicy {
  /** Timeout of one attempt (ms). */
  readonly attemptMs: number
  /** Timeout of all attempts together (ms). */
  readonly totalMs: number
  /** Pauses before further attempts, unless the provider names one (ms). */
  readonly pausesMs: readonly number[]
}

/** Together shorter than the 15 s for which the page waits for an answer. */
export const RETRIES: RetryPolicy = { attemptMs: 8_000, totalMs: 12_000, pausesMs: [300, 1_500] }

const RETRIED: ReadonlySet<unknown> = new Set(['not reached', 'try later'])

/** Retries attempts that certainly sent nothing. Throws the last error. */
function withRetries(
  attempt: (sms: NumberedSms, timeoutMs: number) => Promise<void>,
  { attemptMs, totalMs, pausesMs }: RetryPolicy,
): SmsSender {
  return {
    async send(sms) {
      const end = performance.now() + totalMs
      for (const pauseMs of [...pausesMs, null]) {
        try {
          return await attempt(sms, Math.max(1, Math.min(attemptMs, end - performance.now())))
        } catch (reason) {
          if (pauseMs === null || !(reason instanceof SmsNotSent) || !RETRIED.has(reason.failure))
            throw reason
          const waitMs = reason.retryAfterMs ?? pauseMs
          if (performance.now() + waitMs >= end) throw reason
          await delay(waitMs)
        }
      }
    },
  }
}

/** One HTTP request, with placeholders for number, text and id. */
export interface SmsRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A text, or JSON with placeholders in its texts. */
  readonly body?: string | Record<string, unknown> | unknown[] | undefined
}

type Encode = (value: string) => string

const ENCODINGS: readonly (readonly [type: RegExp, encode: Encode])[] = [
  [/^application\/(.*\+)?json\b/, (value) => JSON.stringify(value).slice(1, -1)],
  [/^application\/x-www-form-urlencoded\b/, encodeURIComponent],
  [
    /^(application|text)\/(.*\+)?xml\b/,
    (value) => value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ],
]

export function fill(template: string, sms: NumberedSms, encode: Encode): string {
  const values: Readonly<Record<string, string>> = {
    to: sms.to,
    to_digits: sms.to.replace('+', ''),
    text: sms.text,
    id: sms.id,
  }
  return template.replaceAll(/\{(to|to_digits|text|id)\}/g, (_, name: string) =>
    encode(values[name] ?? ''),
  )
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Returns the body and the encoding of its placeholders; null for a request without a body. */
export function contentOf({
  headers,
  body,
}: SmsRequest): { type: string; text: string; encode: Encode } | null {
  if (body === undefined) return null
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = given ?? (typeof body === 'string' && !/^\s*[[{]/.test(body) ? FORM : JSON_TYPE)
  const found = ENCODINGS.find(([pattern]) => pattern.test(type.trim().toLowerCase()))?.[1]
  return { type, text, encode: found ?? ((value) => value) }
}

/**
 * Sends each SMS by one HTTP request. `check` throws `SmsNotSent` unless a 2xx answer says that the
 * SMS was accepted.
 */
export function httpSms(
  template: SmsRequest,
  check: (answer: ProviderAnswer) => void,
  retries: RetryPolicy,
): SmsSender {
  const content = contentOf(template)

  async function attempt(sms: NumberedSms, timeoutMs: number): Promise<void> {
    const headers = new Headers(
      Object.entries(template.headers).map(([name, value]) => [
        name,
        fill(value, sms, (text) => text),
      ]),
    )
    if (content !== null) headers.set('content-type', content.type)
    const body = content === null ? {} : { body: fill(content.text, sms, content.encode) }
    const url = new URL(fill(template.url, sms, encodeURIComponent))
    check(await exchange(url, { method: template.method, headers, ...body }, timeoutMs))
  }

  return withRetries(attempt, retries)
}
