import { createBatchWindow } from './batch-window'
import { assertRoom } from './database'
import { isUnavailable } from './unavailable'

const MAX_BATCH = 128

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Batches items that are waiting at the same moment, in order of arrival, one batch at a time, so that many small changes
 * cost one transaction and a few statements.
 * @param work handles a whole batch in one transaction and returns a result for each item in order. If it fails, and not
 * because the database is unavailable, each item is tried alone, so that a failing one does not affect the others
 * (fault 39)
 */
export function createBatches<Item, Result>(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
  const waiting: Waiting<Item, Result>[] = []
  const window = createBatchWindow()
  let running = false

  async function attempt(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await work(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('a batch has a result for each of its items')
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  }

  async function attemptAlone(one: Waiting<Item, Result>): Promise<void> {
    await attempt([one]).catch(one.reject)
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await attempt(batch)
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason)) for (const one of batch) one.reject(reason)
      else for (const one of batch) await attemptAlone(one)
    }
  }

  async function drain(): Promise<void> {
    await window.end()
    while (waiting.length > 0) await run(waiting.splice(0, MAX_BATCH))
    running = false
  }

  return {
    /** Returns each item's own result. Throws `Overloaded` and accepts none of them if too many are waiting. */
    add(items: readonly Item[]): Promise<Result>[] {
      assertRoom(waiting.length)
      const results = items.map((item) => new Promise<Result>((resolve, reject) => waiting.push({ item, resolve, reject })))
      if (!running) {
        running = true
        void drain()
      }
      if (waiting.length >= MAX_BATCH) window.close()
      return results
    },
  }
}
