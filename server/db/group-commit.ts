import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createBatches } from './batches'
import type { Writer } from './database'
import type { Tables } from './tables'
import { isLocked } from './unavailable'

/** How often (ms) to look whether another process has ended its transaction. A busy one leaves only short gaps. */
const LOOK_AGAIN_MS = 2

type Job = (db: Writer) => Promise<unknown>

/**
 * Changes on SQLite's only writing connection. All that arrive in one turn of the event loop share one commit, because its
 * fsync is the expensive part. Each job has its own savepoint, so that a failing one does not affect the others (fault 39),
 * and none is answered before the commit (fault 38).
 * The driver is synchronous and Kysely awaits only microtasks, so a batch of jobs that use only the database runs from BEGIN
 * to COMMIT without yielding the event loop.
 * @param waitMs how long to wait for another process's transaction
 */
export function createGroupCommit(db: Kysely<Tables>, connection: DatabaseSync, waitMs: number) {
  // IMMEDIATE, because a transaction that starts with a read fails if another process wrote in between.
  const begin = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const savepoint = connection.prepare('savepoint job')
  const release = connection.prepare('release job')
  const rollbackToSavepoint = connection.prepare('rollback to job')

  async function runJob(job: Job): Promise<PromiseSettledResult<unknown>> {
    savepoint.run()
    try {
      const value = await job(db)
      release.run()
      return { status: 'fulfilled', value }
    } catch (reason) {
      // On a full disk or an I/O error SQLite rolls back the whole transaction: nothing of the batch is stored.
      if (!connection.isTransaction) throw reason
      rollbackToSavepoint.run()
      release.run()
      return { status: 'rejected', reason }
    }
  }

  /** SQLite's own waiting would hold up the whole process, its signals included, and look too rarely to find a gap. */
  async function beginPatiently(): Promise<void> {
    const deadline = performance.now() + waitMs
    while (!tryBegin(performance.now() >= deadline)) await delay(LOOK_AGAIN_MS)
  }

  function tryBegin(isLast: boolean): boolean {
    try {
      begin.run()
      return true
    } catch (reason) {
      if (isLast || !isLocked(reason)) throw reason
      return false
    }
  }

  let pause: (() => Promise<void>) | null = null

  const commits = createBatches<Job, PromiseSettledResult<unknown>>(async (jobs) => {
    await pause?.()
    pause = null
    await beginPatiently()
    try {
      const outcomes: PromiseSettledResult<unknown>[] = []
      for (const job of jobs) outcomes.push(await runJob(job))
      commit.run()
      return outcomes
    } catch (reason) {
      if (connection.isTransaction) rollback.run()
      throw reason
    }
  })

  return {
    async write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
      const outcome = await commits.add(work)
      if (outcome.status === 'rejected') throw outcome.reason
      // What `work` itself returned.
      return outcome.value as T
    },
    /** Runs once before the next transaction. */
    before(work: () => Promise<void>): void {
      pause = work
    },
    idle: commits.idle,
  }
}
