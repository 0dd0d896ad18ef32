import type { OutboxCopies } from './outbox-copies'
import { greatestOrder, type OutboxEntry } from './outbox-entry'
import type { OutboxStore, RecoverableOutboxStore, StoredOutbox } from './outbox-store'

/** An outbox store that survives the loss of its database. */
export interface CopiedOutboxStore extends OutboxStore {
  /**
   * Cancels an award: one that was never sent is removed (true), any other is voided once it is known to be recorded. The
   * wish is noted before the first await, so that a reload right after the tap does not drop it; the next read carries
   * out one that is left.
   */
  cancel(awardId: string): Promise<boolean>
  /** The copies, for a screen that cannot read the store itself. */
  copies(): readonly OutboxEntry[]
}

function cancelStored(entry: OutboxEntry): OutboxEntry | null {
  return entry.attempted ? { ...entry, cancelled: true } : null
}

/**
 * Keeps copies of what a store holds, and restores it from them when the store was made anew (fault 48). A restored award
 * may have been recorded already; it is sent again under its id, which counts once (rule 10).
 */
export function withCopies(store: RecoverableOutboxStore, copies: OutboxCopies, newGeneration: () => string): CopiedOutboxStore {
  /** The greatest order that this page has seen, null before it looked: a database made anew would begin with 1 again. */
  let lastOrder: number | null = null
  function noteOrder(order: number): void {
    lastOrder = Math.max(lastOrder ?? 0, order)
  }

  /**
   * Reads the store. One that was lost is restored first, and a new one is marked as belonging to the copies; the check is
   * in the transaction of the reading, because a database may be lost at any moment.
   */
  async function readMatching(): Promise<StoredOutbox> {
    for (;;) {
      const { generation: stored, ...read } = await store.readWithGeneration()
      const copied = copies.generation()
      if (stored !== null && (stored === copied || copied === null)) {
        if (copied === null) copies.setGeneration(stored)
        return read
      }
      const generation = newGeneration()
      // Whether they were sent is not known any more: cancelling must void them, not forget them.
      const lost = copies.entries().map((entry) => ({ ...entry, attempted: true }))
      await store.restore(lost, generation)
      copies.setGeneration(generation)
      // A device without local storage has no copies to match.
      if (copies.generation() === null) return await store.read()
    }
  }
  async function finishCancels(): Promise<void> {
    const noted = copies.notedCancels()
    if (noted.length === 0) return
    await update(noted, cancelStored)
    for (const awardId of noted) copies.endCancel(awardId)
  }
  /** Brings the copies in line with the store: a worker, which has none, may have sent what they hold. */
  function follow({ entries }: StoredOutbox): void {
    const copied = new Set(copies.ids())
    for (const entry of entries) if (!copied.delete(entry.awardId)) copies.put(entry)
    for (const awardId of copied) copies.remove(awardId)
  }
  const update: OutboxStore['update'] = async (awardIds, change) => {
    const outcomes = await store.update(awardIds, change)
    for (const [awardId, entry] of outcomes) {
      if (entry === null) copies.remove(awardId)
      // Whether it was attempted is not worth rewriting five hundred copies.
      else if (entry.cancelled || entry.refusal !== null) copies.put(entry)
    }
    return outcomes
  }

  return {
    async append(entry) {
      lastOrder ??= greatestOrder(copies.entries())
      const generation = copies.generation()
      const stored = await store.append(entry, lastOrder)
      noteOrder(stored.order)
      copies.put(stored)
      // Another page restored a lost database between the commit and this turn, and could not know of this entry.
      const current = copies.generation()
      if (generation !== null && current !== null && current !== generation) await store.restore([stored], current)
      return stored
    },
    async read() {
      await finishCancels()
      const read = await readMatching()
      noteOrder(greatestOrder(read.entries))
      follow(read)
      return read
    },
    update,
    async cancel(awardId) {
      copies.noteCancel(awardId)
      const outcomes = await update([awardId], cancelStored)
      copies.endCancel(awardId)
      return outcomes.get(awardId) === null
    },
    copies: () => copies.entries(),
  }
}
