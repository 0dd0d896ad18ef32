import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createBatchWindow } from './batch-window'
import { assertRoom, type Writer } from './database'
import type { Tables } from './tables'
import { isLocked } from './unavailable'

const MAX_BATCH = 64

/** How often (ms) to look whether another process has ended its transaction. A busy one leaves only short gaps. */
const LOOK_AGAIN_MS = 2

interface Job {
  readonly run: (db: Writer) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: unknown }

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

  const waiting: Job[] = []
  const window = createBatchWindow()
  let draining: Promise<void> | null = null

  async function runJob(job: Job): Promise<Outcome> {
    savepoint.run()
    try {
      const value = await job.run(db)
      release.run()
      return { ok: true, value }
    } catch (reason) {
      // On a full disk or an I/O error SQLite rolls back the whole transaction: nothing of the batch is stored.
      if (!connection.isTransaction) throw reason
      rollbackToSavepoint.run()
      release.run()
      return { ok: false, reason }
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

  async function runBatch(batch: readonly Job[]): Promise<Outcome[]> {
    await beginPatiently()
    try {
      const outcomes: Outcome[] = []
      for (const job of batch) outcomes.push(await runJob(job))
      commit.run()
      return outcomes
    } catch (reason) {
      if (connection.isTransaction) rollback.run()
      throw reason
    }
  }

  async function commitBatch(batch: readonly Job[]): Promise<void> {
    try {
      for (const [index, outcome] of (await runBatch(batch)).entries()) {
        if (outcome.ok) batch[index]?.resolve(outcome.value)
        else batch[index]?.reject(outcome.reason)
      }
    } catch (reason) {
      for (const job of batch) job.reject(reason)
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await window.end()
      await commitBatch(waiting.splice(0, MAX_BATCH))
    }
    draining = null
  }

  return {
    write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
      assertRoom(waiting.length)
      return new Promise<T>((resolve, reject) => {
        // The job that resolves is the one that ran `work`, so its value is a T.
        waiting.push({ run: work, resolve: resolve as (value: unknown) => void, reject })
        draining ??= drain()
        if (waiting.length >= MAX_BATCH) window.close()
      })
    },
    /** Resolves when the queue is empty. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
