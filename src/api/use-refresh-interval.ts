import { useSyncExternalStore } from 'react'
import { liveStanding } from './live-state'

/** Without a stream, what a screen shows is asked for this often (ms). */
const REFRESH_MS = 15_000

/** The `refetchInterval` of what the stream tells about: none while it stands. */
export function useRefreshInterval(ms = REFRESH_MS): number | false {
  return useSyncExternalStore(liveStanding.subscribe, liveStanding.get) ? false : ms
}
