import type { MadeAt } from './outbox-entry'

/** The clocks of a page at one moment. */
export interface Clocks {
  /** The device's clock (ms). */
  readonly wall: number
  /** `performance.now()` (ms) of this page life. */
  readonly forward: number
  readonly pageLife: string
  /** The server's time (ms), where this page life has heard from the server; it goes on by the forward clock. */
  readonly serverTime: number | null
}

/**
 * Whole ms since an award was made (`queued_ms`), never below 0. By the server's own time where it is known at both
 * ends; else by the clock that only goes forward, within one page life; else by the device's clock. Whatever the device
 * says, the award is not older than its last contact with the server before the tap (fault 32).
 */
export function queuedMs(made: MadeAt, now: Clocks): number {
  return Math.max(0, Math.round(Math.min(elapsed(made, now), longestPossible(made, now))))
}

function elapsed(made: MadeAt, now: Clocks): number {
  if (made.serverTime !== null && now.serverTime !== null) return now.serverTime - made.serverTime
  return made.pageLife === now.pageLife ? now.forward - made.forward : now.wall - made.wall
}

function longestPossible(made: MadeAt, now: Clocks): number {
  return made.lastContact !== null && now.serverTime !== null ? now.serverTime - made.lastContact : Number.POSITIVE_INFINITY
}
