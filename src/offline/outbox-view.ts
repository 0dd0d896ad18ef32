import type { Award } from '#contract/entities'
import type { OutboxEntry } from './outbox-entry'

/** The outbox's state for screens: a new object after each change. */
export interface OutboxView {
  /**
   * Whether the stored awards could be read. Only 'read' may be shown as empty (fault 46): 'unreadable' storage may hold
   * awards, and takes no new ones (fault 28).
   */
  readonly storage: 'unknown' | 'read' | 'unreadable'
  /** All accounts' unconfirmed awards in the order of their taps; copies if storage is unreadable. */
  readonly entries: readonly OutboxEntry[]
  /** Keys of stored values that cannot be parsed (fault 31). */
  readonly unreadable: readonly string[]
  /** Ids of awards that are being sent now. */
  readonly sending: ReadonlySet<string>
  /** Awards that the server confirmed since the page loaded, by id. */
  readonly recorded: ReadonlyMap<string, Award>
  /** Ids of awards that were cancelled before they were sent, since the page loaded. */
  readonly withdrawn: ReadonlySet<string>
  /** Ids of withdrawn awards that this page can restore. */
  readonly restorable: ReadonlySet<string>
  /** The number of awards that waited when the current drain began; null if this page is not draining. */
  readonly drainingOf: number | null
  /** True if the server refused to take awards because the session has ended or belongs to another account. */
  readonly otherSession: boolean
  /** True if the device has little or no room left for awards (fault 48). */
  readonly lowOnRoom: boolean
}

export const EMPTY_VIEW: OutboxView = {
  storage: 'unknown',
  entries: [],
  unreadable: [],
  sending: new Set(),
  recorded: new Map(),
  withdrawn: new Set(),
  restorable: new Set(),
  drainingOf: null,
  otherSession: false,
  lowOnRoom: false,
}
