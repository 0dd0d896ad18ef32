import { type Kysely, sql } from 'kysely'
import { assertRoom, type Writer } from './database'
import type { Tables } from './tables'

const MAX_BATCH = 64

interface Job {
  readonly run: (db: Writer) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: unknown }

/**
 * Changes on SQLite's one writing connection. What waits at the same moment shares one commit, because the commit's
 * fsync is what costs; each job has a savepoint of its own, so that one that fails takes no other with it (fault 39),
 * and none is answered before the commit (fault 38).
 * BEGIN IMMEDIATE, because a transaction that reads first fails at once when another process wrote in between.
 */
export function createGroupCommit(db: Kysely<Tables>, inTransaction: () => boolean) {
  const waiting: Job[] = []
  let draining: Promise<void> | null = null

  async function runJob(connection: Kysely<Tables>, job: Job): Promise<Outcome> {
    await sql`savepoint job`.execute(connection)
    try {
      const value = await job.run(connection)
      await sql`release job`.execute(connection)
      return { ok: true, value }
    } catch (reason) {
      // A full disk or an I/O error rolls the whole transaction back by itself: then none of the batch is kept.
      if (!inTransaction()) throw reason
      await sql`rollback to job`.execute(connection)
      await sql`release job`.execute(connection)
      return { ok: false, reason }
    }
  }

  async function commitBatch(batch: readonly Job[]): Promise<void> {
    try {
      const outcomes = await db.connection().execute(async (connection) => {
        await sql`begin immediate`.execute(connection)
        try {
          const done: Outcome[] = []
          for (const job of batch) done.push(await runJob(connection, job))
          await sql`commit`.execute(connection)
          return done
        } catch (reason) {
          if (inTransaction()) await sql`rollback`.execute(connection)
          throw reason
        }
      })
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.ok) batch[index]?.resolve(outcome.value)
        else batch[index]?.reject(outcome.reason)
      }
    } catch (reason) {
      for (const job of batch) job.reject(reason)
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await commitBatch(waiting.splice(0, MAX_BATCH))
    draining = null
  }

  return {
    write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
      assertRoom(waiting.length)
      return new Promise<T>((resolve, reject) => {
        // The job that resolves is the one that ran `work`, so its value is a T.
        waiting.push({ run: work, resolve: resolve as (value: unknown) => void, reject })
        draining ??= Promise.resolve().then(drain)
      })
    },
    /** Resolves when nothing waits any more. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
