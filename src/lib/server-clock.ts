import { createEmitter } from '#lib/observable'

/** The server's time (ms) in the latest response, and `performance.now()` when it arrived. */
let latest: { readonly serverTime: number; readonly forward: number } | null = null

/**
 * A call times out after 15 s. A server time further back than this (ms) is therefore not from a
 * late response: the server's own clock was changed.
 */
const LATEST_ANSWER_MS = 30_000

const timeReceived = createEmitter()

/**
 * Updates the server clock from a response (`serverTime` is an ISO date) that arrived at this
 * `performance.now()`. A slow response makes the clock run late, so a known later time wins: the
 * times of two awards must not move closer together (fault 50).
 */
export function recordServerTime(serverTime: string, at: number): void {
  const received = Date.parse(serverTime) + performance.now() - at
  const known = knownServerTime()
  const late = known !== null && received < known && known - received < LATEST_ANSWER_MS
  if (!late) latest = { serverTime: received, forward: performance.now() }
  timeReceived.emit()
}

/**
 * Notifies `listener` when a response carries the server's time. Returns an unsubscribe function.
 */
export const onServerTime = timeReceived.subscribe

/** The server's time (ms), projected from the last response; null before the first. */
export function knownServerTime(): number | null {
  return latest === null ? null : latest.serverTime + performance.now() - latest.forward
}

/**
 * The server's time (ms), or the device's before the first response. For countdowns: a device's
 * clock may be wrong.
 */
export function serverNow(): number {
  return knownServerTime() ?? Date.now()
}

let zone: string | undefined

/** Sets the event's zone, in which all times are shown, wherever the browser is. */
export function followTimeZone(named: string | undefined): void {
  zone = named ?? zone
}

/** The event's time zone; undefined (the browser's) until the server has reported it. */
export const eventTimeZone = (): string | undefined => zone
