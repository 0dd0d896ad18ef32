import { parseAnswer } from '#contract/answer'
import type { Call, Input, Output } from '#contract/call'
import { signOut as signOutCall } from '#contract/calls/sign-in'
import { API_PATH, LOGOUT_MARKER, PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import { sleepsSoFar } from '#lib/device-sleep'
import { recordServerTime } from '#lib/server-clock'
import { withDeadline } from '#lib/timers'
import { setServerReachable, waitingHeader } from './connection'
import {
  changeDeviceSession,
  mayHideSignOut,
  readDeviceSession,
  writeDeviceSession,
} from './device-session'
import { dropEarlyUser, type EarlyRequest, takeEarlyUser } from './early-user'
import { ApiError, CommunicationError, HTTP_OK } from './errors'

const TIMEOUT_MS = 15_000

/** The longest pause that is respected (s). */
const LONGEST_PAUSE_S = 3_600

/**
 * Reads the pause that a busy server or proxy asks for (ms). Reads seconds alone: the other form, a
 * date, means little to a device with a wrong clock (fault 32).
 */
function readRetryAfter({ status, headers }: Response): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  const isBusy = status === 429 || status === 503
  return isBusy && seconds >= 0 ? Math.min(seconds, LONGEST_PAUSE_S) * 1000 : null
}

interface Request {
  readonly url: string
  readonly body: URLSearchParams
  readonly credentials: RequestCredentials
  /** The request that index.html started for this call, if any. */
  readonly early: EarlyRequest | undefined
}

async function send(
  { url, body, credentials, early }: Request,
  callerSignal: AbortSignal | undefined,
) {
  // Not AbortSignal.any, which phones still in use at conventions lack.
  const controller = new AbortController()
  const abort = () => controller.abort(callerSignal?.reason)
  const timer = setTimeout(() => controller.abort(new Error('no answer in time')), TIMEOUT_MS)
  callerSignal?.addEventListener('abort', abort, { once: true })
  if (early !== undefined) controller.signal.addEventListener('abort', early.abort, { once: true })
  let retryAfterMs: number | null = null
  try {
    const headers = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...waitingHeader() }
    const init = { method: 'POST', credentials, headers, body, signal: controller.signal }
    const response = await (early === undefined ? fetch(url, init) : early.response)
    const at = performance.now()
    retryAfterMs = readRetryAfter(response)
    const json: unknown = await response.json()
    return { status: response.status, retryAfterMs, body: json, at }
  } catch (cause) {
    if (callerSignal?.aborted !== true) setServerReachable(false)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommunicationError(reason, cause, retryAfterMs)
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', abort)
  }
}

/**
 * Sends one request without completing a pending sign-out first; screens and the outbox use `call`.
 * Throws `ApiError` on a KO response, and `CommunicationError` if no response of this API came: no
 * network, a timeout, a captive portal's page.
 */
export async function exchange<C extends Call>(
  call: C,
  input: Input<C>,
  signal?: AbortSignal,
  credentials: RequestCredentials = 'include',
): Promise<Output<C>> {
  const { query, body } = encodeCall(call, input)
  const search = new URLSearchParams([['fingerprint', randomUuid()], ...query])
  const early = takeEarlyUser(call)
  const request = {
    url: `${API_PATH}?${search}`,
    body: new URLSearchParams(body),
    credentials,
    early,
  }
  const sleeps = sleepsSoFar()
  const http = await send(request, signal)
  const answer = parseAnswer(call, http.body)
  // This API never sends OK with another status.
  if (answer.kind === 'ok' && http.status !== HTTP_OK)
    throw new CommunicationError(`${call.name} answered OK with HTTP status ${http.status}`)
  setServerReachable(answer.kind !== 'unreadable')
  if (answer.kind === 'unreadable')
    throw new CommunicationError(
      `the answer to ${call.name} is not from this API`,
      undefined,
      http.retryAfterMs,
    )
  recordServerTime(answer.serverTime, http.at, sleeps)
  if (answer.kind === 'refused') throw new ApiError(answer.ko, http)
  return answer.output
}

/** How long a sign-out waits for the server (ms). After that the stored mark is enough. */
const SIGN_OUT_TIMEOUT_MS = 3_000

let ending: Promise<void> | null = null

async function endOnServer(userId: string): Promise<void> {
  await exchange(signOutCall, { id: userId, mtp: LOGOUT_MARKER })
  // Meanwhile somebody may have signed in, in another tab.
  await changeDeviceSession((stored) =>
    stored.is === 'signing-out' && stored.userId === userId ? { is: 'nobody' } : null,
  )
}

/**
 * Completes a pending sign-out on the server. Rejects if the server cannot be reached, or if it is
 * unknown whether there is a pending sign-out (fault 49).
 */
export async function endMarkedSession(): Promise<void> {
  const session = await readDeviceSession()
  if (mayHideSignOut(session)) throw new CommunicationError('the stored session cannot be read')
  if (session.is !== 'signing-out') return
  dropEarlyUser()
  ending ??= endOnServer(session.userId).finally(() => {
    ending = null
  })
  await ending
}

/**
 * Signs out, with or without a network: a stored mark makes the next call end the session on the
 * server first. On a device without storage the server must respond, else this rejects and the user
 * stays signed in.
 * @param onSignedOut is called as soon as that is certain, even if the server hangs
 */
export async function signOut(userId: string, onSignedOut: () => void): Promise<void> {
  try {
    await writeDeviceSession({ is: 'signing-out', userId })
  } catch {
    await exchange(signOutCall, { id: userId, mtp: LOGOUT_MARKER })
    onSignedOut()
    return
  }
  onSignedOut()
  // A failure is retried before the next call.
  await withDeadline(
    endMarkedSession().catch(() => undefined),
    SIGN_OUT_TIMEOUT_MS,
    () => undefined,
  )
}

/**
 * Makes one call of the contract. Completes a pending offline sign-out first, because no call may
 * use a session that its owner has ended. Throws like `exchange`.
 */
export async function call<C extends Call>(
  definition: C,
  input: Input<C>,
  signal?: AbortSignal,
): Promise<Output<C>> {
  await endMarkedSession()
  // A sign-out may have been marked before the browser refused storage, and cannot be read. So use
  // no session, and accept none from the answer.
  if ((await readDeviceSession()).is === 'refused') {
    dropEarlyUser()
    return await exchange(definition, input, signal, 'omit')
  }
  return await exchange(definition, input, signal)
}

/**
 * A random UUID. Also works on pages loaded over plain http from another machine, which lack
 * `crypto.randomUUID`.
 */
export function randomUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 1 (RFC 9562, section 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
