import { assertRoom, isUnavailable } from './unavailable'

const MAX_BATCH = 128

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Batches items that arrive at the same moment, in order of arrival, one batch at a time, so that many small changes cost one
 * transaction. A batch starts at the end of a turn of the event loop, or earlier once it is full.
 * @param work handles a whole batch in one transaction and returns a result for each item in order. If it fails, and not
 * because the database is unavailable, each item is tried alone, so that a failing one does not affect the others
 * (fault 39)
 */
export function createBatches<Item, Result>(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
  const waiting: Waiting<Item, Result>[] = []
  let draining: Promise<void> | null = null
  let endTurn = () => {}

  async function attempt(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await work(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('a batch has a result for each of its items')
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await attempt(batch)
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason)) for (const one of batch) one.reject(reason)
      else for (const one of batch) await run([one])
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise<void>((resolve) => {
        endTurn = resolve
        setImmediate(resolve)
      })
      await run(waiting.splice(0, MAX_BATCH))
    }
    draining = null
  }

  return {
    /** Returns the item's own result. Rejects with `Overloaded` if too many are waiting. */
    add: (item: Item) =>
      new Promise<Result>((resolve, reject) => {
        assertRoom(waiting.length)
        waiting.push({ item, resolve, reject })
        draining ??= drain()
        if (waiting.length >= MAX_BATCH) endTurn()
      }),
    /** Resolves when nothing is waiting. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
