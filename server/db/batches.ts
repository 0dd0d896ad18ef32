import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { Writer } from './database'
import { isUnavailable, Overloaded, retryWhileLocked } from './errors'
import type { Tables } from './tables'

const MAX_BATCH = 128
/**
 * Back-pressure. `CAPACITY`: maximum number of waiting items. `SHARE`: maximum number of one
 * owner's items while other owners wait too and the queue is more than half full.
 */
const CAPACITY = 1_000
const SHARE = CAPACITY / 10

interface QueuedItem<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** A queue that serves owners in rounds, so that an owner with many items delays no other owner. */
function createFairQueue<One>() {
  /** The owners' items in order of arrival; the owners in the order of their turns. */
  const owners = new Map<string, One[]>()
  let size = 0

  const of = (owner: string) => owners.get(owner)?.length ?? 0

  return {
    size: () => size,
    /** Whether an owner exceeds their share while other owners wait too or the queue is full. */
    exceedsShare: (owner: string) =>
      owner !== '' &&
      (size >= CAPACITY || owners.size > (owners.has(owner) ? 1 : 0)) &&
      of(owner) > (size < CAPACITY ? SHARE : Math.min(SHARE, CAPACITY / owners.size - 1)),
    add(owner: string, one: One): void {
      const items = owners.get(owner)
      if (items === undefined) owners.set(owner, [one])
      else items.push(one)
      size++
    },
    /**
     * Makes room for an item of `owner`: removes the newest item of the owner with the most items.
     * Removes nothing if `owner`, with the new item, would have as many items as that owner or more.
     */
    dropFor(owner: string): One | undefined {
      const [most, items] = [...owners].reduce((greatest, one) =>
        one[1].length > greatest[1].length ? one : greatest,
      )
      if (items.length <= of(owner) + 1) return undefined
      size--
      if (items.length === 1) owners.delete(most)
      return items.pop()
    },
    take(count: number): One[] {
      const taken: One[] = []
      for (const [owner, items] of owners) {
        if (taken.length === count) break
        // An owner with items left goes to the end of the round.
        owners.delete(owner)
        taken.push(...items.splice(0, owners.size === 0 ? count - taken.length : 1))
        if (items.length > 0) owners.set(owner, items)
      }
      size -= taken.length
      return taken
    },
  }
}

/**
 * Batches items that arrive at the same moment, one batch at a time, so that many small changes
 * cost one transaction. A batch starts at the end of a turn of the event loop, or earlier once it
 * is full.
 * @param work handles a whole batch in one transaction and returns a result for each item in order.
 * If it fails, and not because the database is unavailable, each item is tried alone, so that an
 * item that fails does not affect the others (fault 39)
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
) {
  const waiting = createFairQueue<QueuedItem<Item, Result>>()
  let draining: Promise<void> | null = null
  let endTurn = () => {}

  async function attempt(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    const results = await work(batch.map(({ item }) => item))
    if (results.length !== batch.length)
      throw new Error('the work of a batch must return one result for each item')
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  }

  async function run(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    try {
      await attempt(batch)
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason)) for (const one of batch) one.reject(reason)
      else for (const one of batch) await run([one])
    }
  }

  async function drain(): Promise<void> {
    while (waiting.size() > 0) {
      await new Promise<void>((resolve) => {
        endTurn = resolve
        setImmediate(resolve)
      })
      await run(waiting.take(MAX_BATCH))
    }
    draining = null
  }

  return {
    /**
     * Throws `Overloaded` if the queue is more than half full and the owner exceeds their share.
     */
    assertShare(owner: string): void {
      if (waiting.size() > CAPACITY / 2 && waiting.exceedsShare(owner))
        throw new Overloaded('sender')
    },
    /**
     * Returns the item's own result. If the queue is full, rejects an item of the owner with the
     * most items (possibly this item) with `Overloaded`.
     */
    add: (item: Item, owner = '') =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.size() >= CAPACITY) {
          const dropped = waiting.dropFor(owner)
          if (dropped === undefined)
            throw new Overloaded(waiting.exceedsShare(owner) ? 'sender' : 'all')
          dropped.reject(new Overloaded('sender'))
        }
        waiting.add(owner, { item, resolve, reject })
        draining ??= drain()
        if (waiting.size() >= MAX_BATCH) endTurn()
      }),
    /** Number of waiting items. */
    size: waiting.size,
    /** Resolves when nothing is waiting. */
    async idle(): Promise<void> {
      await draining
    },
  }
}

/**
 * Retry interval for BEGIN while another process writes (ms). Short, because a busy process leaves
 * only short gaps.
 */
const BEGIN_RETRY_MS = 2

type Job = (db: Writer) => Promise<unknown>

/**
 * Runs changes on SQLite's only writing connection. All changes that arrive in one turn of the
 * event loop share one commit, because its fsync is the expensive part. Each job has its own
 * savepoint, so that a job that fails does not affect the others (fault 39), and no job is answered
 * before the commit (fault 38). The driver is synchronous and Kysely awaits only microtasks, so a
 * batch of jobs that use only the database runs from BEGIN to COMMIT without yielding the event
 * loop.
 * @param waitMs how long to wait for another process's transaction (ms)
 */
export function createGroupCommit(db: Kysely<Tables>, connection: DatabaseSync, waitMs: number) {
  // IMMEDIATE, because a transaction that starts with a read fails at its first write if another
  // process wrote in between.
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

  const commits = createBatches<Job, PromiseSettledResult<unknown>>(async (jobs) => {
    // SQLite's own wait would block the whole process, even its handling of signals, and would
    // retry too rarely to find a gap between another process's writes.
    await retryWhileLocked(waitMs, BEGIN_RETRY_MS, () => begin.run())
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
      // `work` returned this value.
      return outcome.value as T
    },
    idle: commits.idle,
  }
}
