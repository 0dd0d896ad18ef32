import { parseAnswer } from '#contract/answer'
import type { CallInput, CallName, CallOutput } from '#contract/calls'
import { API_PATH, PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import { noteServerTime } from '../server-clock'
import { noteAnswer, noteSilence } from './connection'
import { ApiError, CommunicationError } from './errors'
import { randomUuid } from './random-uuid'

/** How long an answer may take before it counts as silence, in ms. */
const TIMEOUT_MS = 15_000
const HTTP_OK = 200

interface HttpAnswer {
  readonly status: number
  readonly retryAfterMs: number | null
  readonly body: unknown
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

async function send(url: string, body: URLSearchParams, callerSignal: AbortSignal | undefined): Promise<HttpAnswer> {
  // By hand, because AbortSignal.any is younger than phones that still come to conventions.
  const controller = new AbortController()
  const abort = () => controller.abort(callerSignal?.reason)
  const timer = setTimeout(() => controller.abort(new Error('no answer in time')), TIMEOUT_MS)
  callerSignal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'include',
      headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
      body,
      signal: controller.signal,
    })
    return { status: response.status, retryAfterMs: readRetryAfter(response), body: await response.json() }
  } catch (cause) {
    if (callerSignal?.aborted !== true) noteSilence()
    throw new CommunicationError(cause instanceof Error ? cause.message : String(cause), cause)
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', abort)
  }
}

/**
 * One request and its answer, whatever waits to be told first; screens and outbox use `call`. Throws `ApiError` where the
 * server answered KO, `CommunicationError` where no answer of this API came: silence, a time-out, a captive portal's page.
 */
export async function exchange<N extends CallName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<CallOutput<N>> {
  const { query, body } = encodeCall(name, input)
  const search = new URLSearchParams([['fingerprint', randomUuid()], ...query])
  const fields = new URLSearchParams(body.map(([field, value]) => [field, value]))
  const http = await send(`${API_PATH}?${search}`, fields, signal)
  const answer = parseAnswer(name, http.body)
  // An OK under another status is not this API's word.
  if (answer.status === 'OK' && http.status !== HTTP_OK) throw new CommunicationError(`${name} was OK over HTTP ${http.status}`)
  switch (answer.status) {
    case 'OK':
      noteAnswer()
      noteServerTime(answer.serverTime)
      return answer.output
    case 'KO':
      noteAnswer()
      noteServerTime(answer.serverTime)
      throw new ApiError(answer.ko, http)
    case 'unreadable':
      noteSilence()
      throw new CommunicationError(`${name} had an answer that is not this API's`)
  }
}
