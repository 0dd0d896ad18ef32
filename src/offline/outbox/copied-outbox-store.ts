import type { MadeAt } from '../clock/queued-time'
import type { OutboxCopies } from './outbox-copies'
import { greatestOrder, type NewOutboxEntry, type OutboxEntry } from './outbox-entry'
import type { OutboxStore, RecoverableOutboxStore, StoredOutbox } from './outbox-store'

export type CopiedOutboxStore = ReturnType<typeof withCopies>

/**
 * Keeps copies of a store's entries and restores a recreated store from them (fault 48). A restored award may have been
 * recorded already; it is sent again under its id, which counts once (rule 10).
 */
export function withCopies(store: RecoverableOutboxStore, copies: OutboxCopies, newGeneration: () => string) {
  /** The greatest order that this page has seen, null before the first read: a recreated database would start from 1 again. */
  let lastOrder: number | null = null
  function noteOrder(order: number): void {
    lastOrder = Math.max(lastOrder ?? 0, order)
  }

  /** Entries whose copy has the server's time of the tap. */
  const settled = new Set<string>()
  function putCopy(entry: OutboxEntry): void {
    // This tab was frozen while another one took the award back.
    if (copies.takenBack.has(entry.awardId)) return
    if (entry.made.serverTime !== null) settled.add(entry.awardId)
    copies.put(entry)
  }
  /**
   * A time that was settled belongs in the copy: a restored award would get another one, and move closer to those of its
   * page life that were sent before (faults 48 and 50).
   */
  const lacksTime = ({ awardId, made }: OutboxEntry) => made.serverTime !== null && !settled.has(awardId)

  /**
   * What the copies hold at the moment of restoring. It is unknown whether they were sent, so a cancellation must void them,
   * not just remove them.
   */
  function lostEntries(): readonly OutboxEntry[] {
    const noted = new Set(copies.notedCancels())
    return copies.entries().map((entry) => ({
      ...entry,
      attempted: true,
      cancelled: entry.cancelled || noted.has(entry.awardId),
      cancelMade: entry.cancelMade ?? copies.cancelMade(entry.awardId),
    }))
  }
  /**
   * Reads the store. Restores a lost one first, and marks a new one as belonging to the copies. The check is part of the
   * read transaction, because a database may be lost at any moment.
   */
  async function readMatching(): Promise<StoredOutbox> {
    let restored: string | null = null
    for (;;) {
      const { generation: stored, ...read } = await store.read()
      const copied = copies.generation()
      // A full local storage keeps an old generation, which would never match the one that was just restored.
      if (stored !== null && (copied === null || stored === copied || stored === restored)) {
        if (copied === null) copies.setGeneration(stored)
        return read
      }
      restored = newGeneration()
      await store.restore(lostEntries, restored)
      copies.setGeneration(restored)
    }
  }
  /** Returns each award's entry as it then is; null for one that was never sent and is removed. */
  async function finishCancels(awardIds: readonly string[], made?: MadeAt): Promise<ReadonlyMap<string, OutboxEntry | null>> {
    const outcomes = await update(awardIds, (entry) => {
      const attempted = entry.attempted || copies.sentUnstored.has(entry.awardId)
      const cancelMade = entry.cancelMade ?? made ?? copies.cancelMade(entry.awardId)
      return attempted ? { ...entry, attempted, cancelled: true, cancelMade } : null
    })
    for (const awardId of awardIds) {
      if (outcomes.get(awardId) === null) copies.takenBack.note(awardId)
      copies.endCancel(awardId)
    }
    return outcomes
  }
  /**
   * Updates the copies to match the store: a worker, which has no copies, may have sent awards. Removes only those of
   * `before` the reading: a tab that froze while it read knows nothing of what other tabs have stored since.
   */
  function follow({ entries }: StoredOutbox, before: readonly string[]): void {
    const copied = new Set(copies.ids())
    for (const entry of entries) if (!copied.has(entry.awardId) || lacksTime(entry)) putCopy(entry)
    const stored = new Set(entries.map(({ awardId }) => awardId))
    for (const awardId of before) if (!stored.has(awardId)) copies.remove(awardId)
  }
  const update: OutboxStore['update'] = async (awardIds, change) => {
    const outcomes = await store.update(awardIds, change)
    for (const [awardId, entry] of outcomes) {
      if (entry === null) copies.remove(awardId)
      // A change of `attempted` alone is not copied: it would rewrite five hundred copies.
      else if (entry.cancelled || entry.refusal !== null || lacksTime(entry)) putCopy(entry)
    }
    return outcomes
  }

  return {
    async append(entry: NewOutboxEntry): Promise<OutboxEntry> {
      lastOrder ??= greatestOrder(copies.entries())
      const generation = copies.generation()
      // It was taken back earlier and is given again.
      if (copies.takenBack.has(entry.awardId)) copies.takenBack.end(entry.awardId)
      const stored = await store.append(entry, lastOrder)
      noteOrder(stored.order)
      // While this tab was frozen, another one may have copied the entry and cancelled it since.
      if (!copies.has(entry.awardId)) putCopy(stored)
      // Another page made the database anew after the commit, without this entry.
      const current = copies.generation()
      const isMissing = current !== null && current !== generation && !copies.takenBack.has(entry.awardId)
      if (isMissing) await store.restore(() => [stored], current)
      return stored
    },
    async read(): Promise<StoredOutbox> {
      await finishCancels(copies.notedCancels())
      const before = copies.ids()
      const read = await readMatching()
      noteOrder(greatestOrder(read.entries))
      follow(read, before)
      return read
    },
    update,
    /**
     * Cancels an award. One that was never sent is removed (returns true); any other is voided once it is known to be
     * recorded. The cancellation is recorded before the first await, so that a reload right after the tap does not lose it;
     * the next read completes it.
     */
    async cancel(awardId: string, made?: MadeAt): Promise<boolean> {
      copies.noteCancel(awardId, made)
      return (await finishCancels([awardId], made)).get(awardId) === null
    },
    /**
     * Notes, before the first await, that an award is sent although storing it failed: its write may still end, and counts as
     * sent. Returns false if it was taken back while this tab was frozen, and must not be sent.
     */
    noteSentUnstored(awardId: string): boolean {
      copies.sentUnstored.note(awardId)
      const isTakenBack = copies.takenBack.has(awardId) || copies.notedCancels().includes(awardId)
      if (isTakenBack) copies.sentUnstored.end(awardId)
      return !isTakenBack
    },
    noteVoid: store.noteVoid,
    // The next read copies what waits again.
    meetLedger: store.meetLedger,
    /** The copies, for screens while the store is unreadable. */
    copies: () => copies.entries(),
  }
}
