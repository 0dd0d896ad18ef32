import type { MadeAt } from './outbox-entry'

/** The clocks of a page at one moment. */
export interface Clocks {
  /** The device's clock (ms). */
  readonly wall: number
  /** `performance.now()` (ms) of this page life. */
  readonly forward: number
  /** The device's timeline (ms), see `createDeviceClock`. */
  readonly device: number
  readonly pageLife: string
  /** The server's time (ms), where this page life has heard from the server; it goes on by the forward clock. */
  readonly serverTime: number | null
}

/** Where a tap lies on the device's timeline (ms). Entries of the first release have only the device's clock. */
export function deviceTimeOf(made: MadeAt): number {
  return made.device ?? made.wall
}

/**
 * Whole ms since an award was made (`queued_ms`), never below 0 (fault 32). Within one page life by the clock that only
 * goes forward, or by the server's time where that is more: the forward clock may stand still while a phone sleeps, and
 * an answer that was long under way makes the server's time seem earlier than it is. After that by the server's time
 * where it is known at both ends, else by the device's timeline; and the award is not older than the device's last
 * contact with the server before the tap.
 */
export function queuedMs(made: MadeAt, now: Clocks): number {
  const byServer = made.serverTime !== null && now.serverTime !== null ? now.serverTime - made.serverTime : null
  const longest = longestPossible(made, now)
  if (made.pageLife === now.pageLife) {
    const byForward = now.forward - made.forward
    return wholeFromZero(Math.max(byForward, Math.min(byServer ?? 0, longest)))
  }
  return wholeFromZero(Math.min(byServer ?? now.device - deviceTimeOf(made), longest))
}

function wholeFromZero(ms: number): number {
  return Math.max(0, Math.round(ms))
}

function longestPossible(made: MadeAt, now: Clocks): number {
  return made.lastContact !== null && now.serverTime !== null ? now.serverTime - made.lastContact : Number.POSITIVE_INFINITY
}
