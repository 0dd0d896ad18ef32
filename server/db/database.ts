import type { Kysely, Transaction } from 'kysely'
import type { ChangeFeed, Concern } from './changes'
import type { Tables } from './tables'

export type Reader = Kysely<Tables>
/** The handle inside a transaction. Do not use `read` inside one: it sees only committed data. */
export type Writer = Kysely<Tables> | Transaction<Tables>

/** Says whom a write concerns; it may say so several times. */
export type Tell = (concern: Concern | 'nobody') => void

/** The part of a write that talks to the database. */
export type Work<T> = (db: Writer, tell: Tell) => Promise<T>

/** What a change locks. SQLite runs changes one at a time anyway; PostgreSQL locks only this. */
export type Lock =
  /** Accounts with their codes, links and sessions. */
  | { readonly on: 'accounts' }
  /** Memberships, team names and team tags; with `teamIds` also these teams' scores. */
  | { readonly on: 'roster'; readonly teamIds?: readonly string[] }
  /** The awards of these teams. */
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /** The organiser's messages. */
  | { readonly on: 'messages' }
  /** Booths, point types, tags and settings, as applied by the organiser, with accounts and roster; no award is judged meanwhile. */
  | { readonly on: 'event' }
  /** What no cache keeps and no screen is told of: sent SMS, devices heard of, claimed messages, search and server keys. */
  | { readonly on: 'records' }

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Reader
  /** Publishes commits of this process and others. */
  readonly changes: ChangeFeed
  /**
   * The only way to change anything: runs `work` in a transaction that holds `lock`, and resolves only when it is durably
   * committed. `work` may run more than once, so it must not touch anything but the database. It tells whom the change
   * concerns; a change that tells nothing concerns everybody.
   * Throws what `work` throws (after a rollback), `Overloaded`, or the engine's own error.
   */
  write<T>(lock: Lock, work: Work<T>): Promise<T>
  /** Resolves if calls could read and write now; what it writes is undone. Throws what they would. */
  prove(): Promise<void>
  /**
   * After a person's data was deleted: takes it out of SQLite's log too, where it stands until others overwrite it. PostgreSQL's files
   * belong to its operator. Returns whether it could; else closing the database does it.
   */
  forgetDeleted(): Promise<boolean>
  /** Begins what the database needs under a server that runs for long, until it is closed. */
  startUpkeep(onFailure: (reason: unknown) => void): void
  close(): Promise<void>
}
