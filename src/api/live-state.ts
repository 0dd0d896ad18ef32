import { useSyncExternalStore } from 'react'
import { createObservable, type Observable } from '#lib/observable'
import { noteAnswer } from './connection'

const standing = createObservable(false)
/** The device's clock (ms) when the stream was last known to stand; 0 before. */
let heardAt = 0

/** True while this device's live stream stands: every change is then told, and nothing needs to be polled. */
export const streamOpen: Observable<boolean> = standing

/** Records a sign of life of the stream. It is one of the connection too. */
export function recordStreamActivity(): void {
  heardAt = Date.now()
  noteAnswer()
  standing.set(true)
}

/** Records that the stream has ended. That is only a hint about the connection: a call finds out. */
export function recordStreamEnd(): void {
  standing.set(false)
}

/** Until when (ms, device clock) the stream would have told of every change. */
export function liveUntil(): number {
  return heardAt
}

/** Without a stream, what a screen shows is asked for this often (ms). */
const REFRESH_MS = 15_000

/** The `refetchInterval` of what the stream tells about: none while it stands. */
export function useRefreshInterval(ms = REFRESH_MS): number | false {
  return useSyncExternalStore(streamOpen.subscribe, streamOpen.get) ? false : ms
}
