import type { Kysely, Transaction } from 'kysely'
import type { ChangeFeed } from './changes'
import type { Tables } from './tables'

export type Reader = Kysely<Tables>
/** What a change works on. Never mix it with `read` inside one change: that one sees only what is committed. */
export type Writer = Kysely<Tables> | Transaction<Tables>

/** What a change must have to itself. SQLite takes changes one at a time anyway; PostgreSQL locks just this. */
export type Lock =
  /** Accounts with their codes, links and sessions. */
  | { readonly on: 'accounts' }
  /** Who is in which team, team names, team tags. */
  | { readonly on: 'roster' }
  /** One team's awards. */
  | { readonly on: 'ledger'; readonly teamId: string }
  /** The awards of several teams. */
  | { readonly on: 'ledgers'; readonly teamIds: readonly string[] }
  /** One team's score as a whole: its awards, and whether it stands. */
  | { readonly on: 'score'; readonly teamId: string }
  /** Booths, point types, tags and settings, as the organiser applies them; accounts and roster with them. */
  | { readonly on: 'event' }

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Reader
  /** What was committed, by this process or another. */
  readonly changes: ChangeFeed
  /**
   * The one seam through which everything changes: runs `work` in a transaction that holds `lock`, and resolves only
   * when it is durably committed. `work` may run more than once; it must touch nothing but the database.
   * Throws what `work` throws (nothing is kept then), `Overloaded`, or the engine's own error.
   */
  write<T>(lock: Lock, work: (db: Writer) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** More changes wait than the database can take in good time. */
export class Overloaded extends Error {
  constructor() {
    super('too many changes are waiting for the database')
    this.name = 'Overloaded'
  }
}

const MAX_WAITING = 1_000

/** Back-pressure: throws `Overloaded` rather than let a queue grow without end. */
export function assertRoom(waiting: number): void {
  if (waiting >= MAX_WAITING) throw new Overloaded()
}
