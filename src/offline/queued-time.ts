import * as v from 'valibot'
import { QUEUED_MAX_MS } from '#contract/protocol'

/** The time of a tap on every available clock, because none of them can be trusted alone. */
export const madeSchema = v.object({
  /** The device's clock (ms). It may be wrong, or be changed while the award waits. */
  wall: v.number(),
  /** `performance.now()` (ms), which is monotonic, and the page life it belongs to. */
  forward: v.number(),
  pageLife: v.string(),
  /** The device's timeline (ms), monotonic across page lives (`createDeviceClock`); missing in entries of the first release. */
  device: v.optional(v.number()),
  /** The server's time (ms) of the tap. If unknown at the tap, it is filled in at the first contact after it. */
  serverTime: v.nullable(v.number()),
  /** The server's time (ms) of the last response before the tap. */
  lastContact: v.nullable(v.number()),
})

export type MadeAt = v.InferOutput<typeof madeSchema>

export interface Clocks {
  /** `performance.now()` (ms) of this page life. */
  readonly forward: number
  /** The device's timeline (ms), see `createDeviceClock`. */
  readonly device: number
  readonly pageLife: string
  /** The server's time (ms), advanced by the monotonic clock; null until a response arrived in this page life. */
  readonly serverTime: number | null
}

/** A tap's time on the device's timeline (ms). Entries of the first release have only the device's clock. */
export function deviceTimeOf(made: MadeAt): number {
  return made.device ?? made.wall
}

/**
 * Whole ms since an award was made (`queued_ms`), at least 0 (fault 32). Within one page life the greater of the monotonic
 * clock's and the server clock's difference: the monotonic clock may stop while a phone sleeps, and a slow response makes
 * the server clock run late. Across page lives the server clock's difference if both ends are known, else that of the
 * device's timeline. An award is never older than the last contact with the server before its tap.
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

/** The server reads no more than the most; what is that old is refused as too old, or answered as recorded. */
function wholeFromZero(ms: number): number {
  return Math.min(QUEUED_MAX_MS, Math.max(0, Math.round(ms)))
}

function longestPossible(made: MadeAt, now: Clocks): number {
  return made.lastContact !== null && now.serverTime !== null ? now.serverTime - made.lastContact : Number.POSITIVE_INFINITY
}
