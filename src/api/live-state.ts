import { useSyncExternalStore } from 'react'
import { createObservable, type Observable } from '#lib/observable'
import { setServerReachable } from './connection'

const isOpen = createObservable(false)
/** The device's clock (ms) at the stream's last sign of life; 0 before. */
let lastActivityAt = 0

/** True while this device's live stream is open: it reports every change, and nothing needs to be polled. */
export const streamOpen: Observable<boolean> = isOpen

/** Records a sign of life of the stream, which is one of the connection too. */
export function recordStreamActivity(): void {
  lastActivityAt = Date.now()
  setServerReachable(true)
  isOpen.set(true)
}

/** The end of the stream says nothing certain about the connection: a call finds out. */
export function recordStreamEnd(): void {
  isOpen.set(false)
}

/** Until when (ms, device clock) the stream has reported every change. */
export function liveUntil(): number {
  return lastActivityAt
}

/** Without a stream, what a screen shows is polled this often (ms). */
const REFRESH_MS = 15_000

/**
 * The `refetchInterval` of what the stream reports: none while it is open, unless the last fetch failed, because the stream reports a
 * change once.
 */
export function refreshInterval(isStreamOpen: boolean, ms = REFRESH_MS) {
  return ({ state }: { readonly state: { readonly status: string } }) =>
    isStreamOpen && state.status !== 'error' ? false : ms
}

export function useRefreshInterval(ms = REFRESH_MS) {
  return refreshInterval(useSyncExternalStore(streamOpen.subscribe, streamOpen.get), ms)
}
