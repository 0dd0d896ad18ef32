import type { Kysely, KyselyPlugin, Transaction } from 'kysely'
import type { Commit, CommitFeed, CommitSource, Concern } from './commits'
import { isUnavailable, Overloaded } from './errors'
import type { Tables } from './tables'

export type Reader = Kysely<Tables>
/**
 * The handle inside a transaction, which sees the transaction's own changes, unlike
 * `Database.read`. It throws once the transaction has ended.
 */
export type Writer = Kysely<Tables> | Transaction<Tables>

/** Names the people whom a write concerns. May be called several times. */
export type Notify = (concern: Concern | 'nobody') => void

/** The part of a write that talks to the database. */
export type Work<T> = (db: Writer, notify: Notify) => Promise<T>

/**
 * The data that a change locks. PostgreSQL locks only these data; SQLite runs one change at a time
 * anyway.
 */
export type Lock =
  /** Accounts with their codes, links and sessions. */
  | { readonly kind: 'accounts' }
  /** Memberships, team names and team tags; with `teamIds` also these teams' scores. */
  | { readonly kind: 'roster'; readonly teamIds?: readonly string[] }
  /** The awards of these teams. */
  | { readonly kind: 'ledger'; readonly teamIds: readonly string[] }
  /** The organiser's messages. */
  | { readonly kind: 'messages' }
  /**
   * Booths, point types, tags and settings, together with accounts and roster. No award is judged
   * meanwhile. `undone`: the change is always rolled back, so awards need not wait for it.
   */
  | { readonly kind: 'event'; readonly undone?: boolean }
  /**
   * Data that is neither cached nor shown live, such as sent SMS, devices last seen, and server
   * keys.
   */
  | { readonly kind: 'records' }

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Reader
  /**
   * Runs `work`, which may take long, on one consistent state of the database. Neither reads nor
   * writes wait for it.
   */
  snapshot<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** Publishes commits of this process and of other processes. */
  readonly commits: CommitFeed
  /**
   * The only way to change anything: runs `work` in a transaction that holds `lock`, and resolves
   * only when it is durably committed. `work` may run more than once, so it must not touch anything
   * but the database. If `work` never calls `notify`, everybody is notified. Throws what `work`
   * threw, after a rollback; `Overloaded`; or the engine's own error.
   */
  write<T>(lock: Lock, work: Work<T>): Promise<T>
  /**
   * Resolves if calls can read and write now; otherwise throws the error that they would get.
   * Changes nothing.
   */
  probe(): Promise<void>
  /**
   * Removes deleted personal data from SQLite's log too, where it would stay until overwritten. If
   * reads block this, it happens when the database is closed. On PostgreSQL this is the operator's
   * task. Never rejects, because the deletion is already committed; `startUpkeep` is told of a
   * failure.
   */
  forgetDeleted(): Promise<void>
  /**
   * Starts the maintenance that a long-running server needs. It ends when the database is closed.
   */
  startUpkeep(onFailure: (reason: unknown) => void): void
  close(): Promise<void>
}

/** A transaction's outcome before its commit. */
export interface UncommittedWrite<T> {
  readonly result: T
  /** null if no cached data depends on the write. */
  readonly commit: Commit | null
}

/**
 * Rejects queries of a transaction that has ended. On SQLite, whose writes share a connection, such
 * queries would run inside the next transaction.
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

/**
 * Throws if the handle's transaction has ended. For compiled queries, which Kysely runs without
 * calling plugins.
 */
export function assertOpen(db: Reader | Writer): void {
  for (const plugin of db.getExecutor().plugins)
    if (plugin instanceof OpenTransaction) plugin.assertOpen()
}

/** Runs `work` on a handle that rejects queries afterwards. */
async function runOpen<T>(work: Work<T>, db: Writer, notify: Notify): Promise<T> {
  const open = new OpenTransaction()
  try {
    return await work(db.withPlugin(open), notify)
  } finally {
    open.end()
  }
}

/**
 * Runs a write and then publishes its commit. Also publishes if the database became unavailable,
 * because the commit may have succeeded.
 */
export async function writeAndPublish<T>(
  lock: Lock,
  work: Work<T>,
  write: (run: (db: Writer) => Promise<UncommittedWrite<T>>) => Promise<UncommittedWrite<T>>,
  commits: Pick<CommitSource, 'publish'>,
): Promise<T> {
  const under = commitUnder(lock)
  // Concerns nobody until `work` has run to its end, because nothing can be committed before.
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

/**
 * Returns the commit to publish for this lock; null if no cached data depends on the locked data.
 */
function commitUnder(lock: Lock): Commit | null {
  switch (lock.kind) {
    case 'records':
      return null
    case 'event':
      return { on: 'anything' }
    case 'ledger':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'accounts':
    case 'roster':
    case 'messages':
      return { on: lock.kind }
  }
}

/** Thrown to roll back the transaction of a dry run, whose result it carries. */
class DryRun extends Error {
  constructor(readonly result: unknown) {
    super('a dry run is rolled back')
  }
}

/** Runs a write and returns its result. Rolls a dry run back. */
export async function writeOrTry<T>(
  db: Pick<Database, 'write'>,
  lock: Lock,
  work: Work<T>,
  dryRun: boolean,
): Promise<T> {
  try {
    return await db.write(
      lock.kind === 'event' ? { ...lock, undone: dryRun } : lock,
      async (writer, notify) => {
        const result = await work(writer, notify)
        if (dryRun) throw new DryRun(result)
        return result
      },
    )
  } catch (reason) {
    // `work` returned this result.
    if (reason instanceof DryRun) return reason.result as T
    throw reason
  }
}
