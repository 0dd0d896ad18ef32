import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createObservable, type Observable } from '#lib/observable'
import { setServerReachable } from './connection'

const isOpen = createObservable(false)
/** When the stream last confirmed that a query's data is current (ms, device clock). */
const confirmedAt = new WeakMap<Query, number>()

/** True while the live stream is open: it reports every change, so nothing needs polling. */
export const streamOpen: Observable<boolean> = isOpen

/**
 * Records activity of the stream, which also proves the connection.
 * @param current the queries whose data is as the server has it
 */
export function recordStreamActivity(current: readonly Query[]): void {
  for (const query of current) confirmedAt.set(query, Date.now())
  setServerReachable(true)
  isOpen.set(true)
}

/** Records the stream's end. That proves nothing about the connection; the next call will tell. */
export function recordStreamEnd(): void {
  isOpen.set(false)
}

/**
 * The time as of which a query's data is known (ms, device clock): when it was fetched, or later
 * while the stream reported no change of it.
 */
export function knownAt(query: Query): number {
  return Math.max(query.state.dataUpdatedAt, confirmedAt.get(query) ?? 0)
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
