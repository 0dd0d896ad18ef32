import { useSyncExternalStore } from 'react'
import { createObservable, type Observable } from '#lib/observable'
import { setServerReachable } from './connection'

const isOpen = createObservable(false)
/** When the stream last showed activity (ms, device clock); 0 before the first time. */
let lastActivityAt = 0

/** True while the live stream is open: it reports every change, so nothing needs polling. */
export const streamOpen: Observable<boolean> = isOpen

/** Records activity of the stream, which also proves the connection. */
export function recordStreamActivity(): void {
  lastActivityAt = Date.now()
  setServerReachable(true)
  isOpen.set(true)
}

/** Records the stream's end. That proves nothing about the connection; the next call will tell. */
export function recordStreamEnd(): void {
  isOpen.set(false)
}

/** The time (ms, device clock) until which the stream has reported every change. */
export function liveUntil(): number {
  return lastActivityAt
}

/** Poll a screen's data this often without a stream (ms). */
const REFRESH_MS = 15_000

/**
 * The `refetchInterval` of data that the stream covers: none while it is open, unless the last
 * fetch failed, because the stream reports each change only once.
 */
export function refreshInterval(isStreamOpen: boolean, ms = REFRESH_MS) {
  return ({ state }: { readonly state: { readonly status: string } }) =>
    isStreamOpen && state.status !== 'error' ? false : ms
}

export function useRefreshInterval(ms = REFRESH_MS) {
  return refreshInterval(useSyncExternalStore(streamOpen.subscribe, streamOpen.get), ms)
}
