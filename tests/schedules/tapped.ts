import type { Device } from './device'
import type { PointTypeName } from './plan'
import type { Server } from './server'

/** An attempt to send, with the page's knowledge of the time at that moment. */
interface Attempt {
  readonly pageLife: string
  readonly knewServerTime: boolean
}

/** One tap and everything observed about its award from outside. */
export interface Tapped {
  readonly awardId: string
  readonly device: Device
  readonly userId: string
  readonly vendorId: string
  readonly teamId: string
  readonly pointType: PointTypeName
  /** The true time of the tap (ms). */
  readonly at: number
  readonly pageLife: string
  readonly knewServerTime: boolean
  readonly lastContact: number | null
  /** The number of awards of this schedule that were shown as waiting before the tap. */
  readonly shownBefore: number
  /** Its index among the awards shown as waiting; null = the screen never called it waiting. */
  shown: number | null
  readonly attempts: Attempt[]
  /** The refusal that staff have dismissed. */
  seenRefusal: string | null
  /** True if the device could not store it in time, so that it is sent before waiting awards. */
  unstored: boolean
  /** 'asked': the page may have died before the cancellation, or the award was already recorded. */
  takenBack: 'no' | 'asked' | 'before it was sent' | 'after it was sent'
  /** The true time at which it was last taken back (ms). */
  takenBackAt: number
  /** True once it was shown to the team. */
  isCopied: boolean
  /** True if the team's phone was destroyed with the copy. */
  isCopyLost: boolean
  /** The server's refusal of the copy at its last delivery. */
  copyRefused: string | null
  /** True if its device was destroyed after the tap, with all its waiting awards. */
  isDestroyed: boolean
}

export interface ScheduleEvents {
  readonly disbanded: ReadonlySet<string>
  readonly moved: ReadonlySet<string>
  /** Accounts whose key was revoked: their copies wait for the organiser. */
  readonly revoked: ReadonlySet<string>
  readonly eventClosedAt: number | null
  /** The awards that were recorded when results were closed; null while they are open. */
  readonly closedWith: ReadonlySet<string> | null
  readonly hasBeenClosed: boolean
  /** Late awards that the organiser accepted. */
  readonly accepted: ReadonlySet<string>
  /** The times when a backup replaced the database (ms). */
  readonly restores: readonly number[]
}

/**
 * How much later or earlier than the tap the recorded time may be (ms): a request travels for at
 * most 14 s and arrives again at most 5 s later, and a response is at most 15 s old.
 */
export const LATE_MS = 35_000
export const EARLY_MS = 15_000

export function assert(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new Error(promise)
}

export const about = (tap: Tapped) =>
  `award ${tap.awardId} (${tap.userId}, ${tap.pointType}, tapped at ${tap.at})`

export const entryOf = (tap: Tapped) =>
  tap.device.entries().find((entry) => entry.awardId === tap.awardId)

export function statusOf(server: Server, tap: Tapped) {
  const entry = entryOf(tap)
  return {
    waiting: entry !== undefined && entry.refusal === null,
    refused: tap.seenRefusal ?? entry?.refusal?.code ?? null,
    row: server.rowOf(tap.awardId),
  }
}
