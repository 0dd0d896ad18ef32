import type { Kysely, KyselyPlugin, Transaction } from 'kysely'
import type { Commit, CommitFeed, CommitSource, Concern } from './commits'
import { isUnavailable, Overloaded } from './errors'
import type { Tables } from './tables'

export type Reader = Kysely<Tables>
/** The handle inside a transaction, which throws once that has ended. `read` sees only committed data. */
export type Writer = Kysely<Tables> | Transaction<Tables>

/** Names whom a write concerns; it may be called several times. */
export type Notify = (concern: Concern | 'nobody') => void

/** The part of a write that talks to the database. */
export type Work<T> = (db: Writer, notify: Notify) => Promise<T>

/** The data that a change locks. SQLite runs changes one at a time anyway; PostgreSQL locks only this. */
export type Lock =
  /** Accounts with their codes, links and sessions. */
  | { readonly on: 'accounts' }
  /** Memberships, team names and team tags; with `teamIds` also these teams' scores. */
  | { readonly on: 'roster'; readonly teamIds?: readonly string[] }
  /** The awards of these teams. */
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /** The organiser's messages. */
  | { readonly on: 'messages' }
  /** Booths, point types, tags and settings, as applied by the organiser, with accounts and roster; no award is judged meanwhile, unless all is undone. */
  | { readonly on: 'event'; readonly undone?: boolean }
  /** Data that is neither cached nor shown live: sent SMS, devices seen, claimed messages, server keys. */
  | { readonly on: 'records' }

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Reader
  /** Publishes commits of this process and others. */
  readonly commits: CommitFeed
  /**
   * The only way to change anything: runs `work` in a transaction that holds `lock`, and resolves only when it is durably
   * committed. `work` may run more than once, so it must not touch anything but the database. A change that notifies nobody
   * concerns everybody.
   * Throws what `work` throws (after a rollback), `Overloaded`, or the engine's own error.
   */
  write<T>(lock: Lock, work: Work<T>): Promise<T>
  /** Resolves if calls could read and write now; otherwise throws what they would. Changes nothing. */
  probe(): Promise<void>
  /**
   * After a person's data was deleted: removes it from SQLite's log too, where it would remain until overwritten; at the latest when
   * the database is closed. PostgreSQL's files belong to its operator.
   */
  forgetDeleted(): Promise<void>
  /** Starts the maintenance that the database needs under a long-running server, until it is closed. */
  startUpkeep(onFailure: (reason: unknown) => void): void
  close(): Promise<void>
}

/** A transaction's outcome before its commit. */
export interface UncommittedWrite<T> {
  readonly result: T
  /** null if no reading depends on it. */
  readonly commit: Commit | null
}

/**
 * Fails each query of a transaction that has ended: on SQLite, whose writes share a connection, it would run inside the next
 * one.
 */
class OpenTransaction implements KyselyPlugin {
  #hasEnded = false
  end(): void {
    this.#hasEnded = true
  }
  assertOpen(): void {
    if (this.#hasEnded)
      throw new Error('A query outlived its transaction: await it before `work` ends.')
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.assertOpen()
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

/** For a compiled query, which Kysely passes to no plugin before it runs. */
export function assertOpen(db: Reader | Writer): void {
  for (const plugin of db.getExecutor().plugins)
    if (plugin instanceof OpenTransaction) plugin.assertOpen()
}

/** Runs `work` on a handle that is of no use afterwards. */
async function runOpen<T>(work: Work<T>, db: Writer, notify: Notify): Promise<T> {
  const open = new OpenTransaction()
  try {
    return await work(db.withPlugin(open), notify)
  } finally {
    open.end()
  }
}

/** Runs a write and then publishes its commit, also if the connection broke, because the commit may have succeeded. */
export async function writeAndPublish<T>(
  lock: Lock,
  work: Work<T>,
  write: (run: (db: Writer) => Promise<UncommittedWrite<T>>) => Promise<UncommittedWrite<T>>,
  commits: Pick<CommitSource, 'publish'>,
): Promise<T> {
  const under = commitUnder(lock)
  // Nothing can have been committed unless the work ran to its end.
  let commit: Commit | null = under && { ...under, concerns: [] }
  const publishNow = () => {
    if (commit !== null) commits.publish(commit)
  }
  try {
    const { result } = await write(async (db) => {
      const notified: (Concern | 'nobody')[] = []
      const workResult = await runOpen(work, db, (concern) => void notified.push(concern))
      const concerns =
        notified.length === 0 ? undefined : notified.filter((one) => one !== 'nobody')
      commit = under && { ...under, concerns }
      return { result: workResult, commit }
    })
    publishNow()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) publishNow()
    throw reason
  }
}

/** The commit to publish for this lock; null if nothing depends on it. */
function commitUnder(lock: Lock): Commit | null {
  switch (lock.on) {
    case 'records':
      return null
    case 'event':
      return { on: 'anything' }
    case 'ledger':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'accounts':
    case 'roster':
    case 'messages':
      return { on: lock.on }
  }
}

/** Rolls back the transaction of a dry run; carries its result. */
class DryRun extends Error {
  constructor(readonly result: unknown) {
    super('a dry run is rolled back')
  }
}

/** Writes, or returns what a write would result in: a dry run is rolled back. */
export async function writeOrTry<T>(
  db: Database,
  lock: Lock,
  work: Work<T>,
  dryRun: boolean,
): Promise<T> {
  try {
    return await db.write(
      lock.on === 'event' ? { ...lock, undone: dryRun } : lock,
      async (writer, notify) => {
        const result = await work(writer, notify)
        if (dryRun) throw new DryRun(result)
        return result
      },
    )
  } catch (reason) {
    // `work` itself returned it.
    if (reason instanceof DryRun) return reason.result as T
    throw reason
  }
}
