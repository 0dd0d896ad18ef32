import type { NewOutboxEntry, OutboxEntry } from './outbox-entry'

export interface StoredOutbox {
  readonly entries: readonly OutboxEntry[]
  /** Keys of values that cannot be parsed: kept and shown, never thrown away, never in the way (fault 31). */
  readonly unreadable: readonly string[]
}

/**
 * Where awards wait, one key each. Every write resolves only once it is on the disk, as far as the device can tell.
 * Every method rejects when storage fails or does not answer within 3 s.
 */
export interface OutboxStore {
  /**
   * Stores an entry behind all others, in one transaction with the look at them, and behind `lastOrder` where a lost
   * database has forgotten them. Returns it with its order.
   */
  append(entry: NewOutboxEntry, lastOrder?: number): Promise<OutboxEntry>
  read(): Promise<StoredOutbox>
  /**
   * Changes those of the entries that are still stored, in one transaction: `change` returns the new entry, or null to
   * remove it. Returns what became of each entry that was there; an entry that is gone stays gone.
   */
  update(
    awardIds: readonly string[],
    change: (entry: OutboxEntry) => OutboxEntry | null,
  ): Promise<ReadonlyMap<string, OutboxEntry | null>>
}

/**
 * A store that can tell whether it was made anew since its copies were written: browsers recreate or evict databases on
 * a full disk (fault 48).
 */
export interface RecoverableOutboxStore extends OutboxStore {
  /** As `read`, and in the same transaction the id that `restore` wrote last; null in a store that was made anew. */
  readWithGeneration(): Promise<StoredOutbox & { readonly generation: string | null }>
  /** Adds the entries that are missing and writes the generation, in one transaction. */
  restore(entries: readonly OutboxEntry[], generation: string): Promise<void>
}
