import { parseRetryAfter } from '../retry-after'
import { ProviderFailure } from './sms'

/** Errors before a request is written: no connection, no such host, no trusted certificate. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/

function codeOf(reason: unknown): string {
  const cause = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.name : typeof cause
}

/**
 * Makes one request to a provider. Throws `ProviderFailure` for any answer but 2xx, and without one: `not reached` only if the
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
    throw new ProviderFailure(BEFORE_SENDING.test(code) ? 'not reached' : 'unknown', code)
  }
  if (!response.ok) throw failureOf(response)
  return { status: response.status, text }
}

const HTTP_TOO_MANY_REQUESTS = 429
const HTTP_UNAVAILABLE = 503
const REFUSES_THE_ACCOUNT: ReadonlySet<number> = new Set([401, 402, 403, 404, 405])

/** What an answer other than 2xx says of the SMS. */
function failureOf({ status, headers }: Response): ProviderFailure {
  const why = `HTTP ${status}`
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  const asksToWait = status === HTTP_TOO_MANY_REQUESTS || (status === HTTP_UNAVAILABLE && retryAfterMs !== null)
  if (asksToWait) return new ProviderFailure('try later', why, retryAfterMs)
  if (REFUSES_THE_ACCOUNT.has(status)) return new ProviderFailure('account refused', why)
  // A redirect and a request that the provider finds invalid have not sent anything. After an error of its own nobody knows.
  return new ProviderFailure(status >= 300 && status < 500 ? 'refused' : 'unknown', why)
}
