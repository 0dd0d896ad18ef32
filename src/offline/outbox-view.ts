import type { Award } from '#contract/entities'
import type { OutboxEntry } from './outbox-entry'

/** What a screen shows; a new object whenever something changed. */
export interface OutboxView {
  /**
   * Whether the stored awards could be read. Only 'read' may be called empty (fault 46): 'unreadable' storage may hold
   * awards, and keeps no new ones (fault 28).
   */
  readonly storage: 'unknown' | 'read' | 'unreadable'
  /** All accounts' awards that the server has not confirmed, in the order of their taps; copies where storage is unreadable. */
  readonly entries: readonly OutboxEntry[]
  /** Keys of stored values that cannot be parsed (fault 31). */
  readonly unreadable: readonly string[]
  /** Ids of awards that are being sent. */
  readonly sending: ReadonlySet<string>
  /** What the server confirmed while this page lives, by id. */
  readonly recorded: ReadonlyMap<string, Award>
  /** Ids of awards that were cancelled before they were sent, while this page lives. */
  readonly withdrawn: ReadonlySet<string>
  /** Ids of withdrawn awards that this page can still bring back. */
  readonly restorable: ReadonlySet<string>
  /** How many waited when the running drain began; null where this page drains nothing. */
  readonly drainingOf: number | null
  /** The server takes nothing, because the session is over or another account's. */
  readonly otherSession: boolean
  /** The device has no room left for awards, or nearly none (fault 48). */
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
