import { elapsedNow, sleepsSoFar } from '#lib/device-sleep'
import { createEmitter } from '#lib/observable'

interface Received {
  /** The server's time (ms) in the response. */
  readonly serverTime: number
  /** `elapsedNow` (ms) and `sleepsSoFar` when the response arrived. */
  readonly elapsed: number
  readonly sleeps: number
}

let latest: Received | null = null

/**
 * A server time that is behind the known one by more than this (ms) is not from a late response,
 * because a call times out after 15 s: the server's own clock was changed.
 */
const LATEST_ANSWER_MS = 30_000

const timeReceived = createEmitter()

/**
 * Updates the server clock from a response (`serverTime` is an ISO date) that arrived at this
 * `performance.now()`. A slow response makes the clock run late, so a known later time wins: the
 * times of two awards must not move closer together (fault 50). Ignores a response during which the
 * device slept: it may be hours old.
 * @param sleeps `sleepsSoFar` when the request was sent
 */
export function recordServerTime(serverTime: string, at: number, sleeps: number): void {
  if (sleeps !== sleepsSoFar()) return
  const received = Date.parse(serverTime) + performance.now() - at
  const known = knownServerTime()
  const late = known !== null && received < known && known - received < LATEST_ANSWER_MS
  if (!late) latest = { serverTime: received, elapsed: elapsedNow(), sleeps }
  timeReceived.emit()
}

/**
 * Notifies `listener` when a response carries the server's time. Returns an unsubscribe function.
 */
export const onServerTime = timeReceived.subscribe

/**
 * The server's time (ms), projected from the last response; null before the first response, and
 * after the device slept, because it is not certain for how long.
 */
export function knownServerTime(): number | null {
  return latest?.sleeps === sleepsSoFar() ? serverNow() : null
}

/**
 * The server's time (ms) as far as the device can tell, or the device's before the first response.
 * For countdowns: a device's clock may be wrong.
 */
export function serverNow(): number {
  return latest === null ? Date.now() : latest.serverTime + elapsedNow() - latest.elapsed
}

let zone: string | undefined

/** Sets the event's zone, in which all times are shown, wherever the browser is. */
export function followTimeZone(named: string | undefined): void {
  zone = named ?? zone
}

/** The event's time zone; undefined (the browser's) until the server has reported it. */
export const eventTimeZone = (): string | undefined => zone
