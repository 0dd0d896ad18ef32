import type { ToldLedger } from '../../api/connection'
import { type NewOutboxEntry, type OutboxEntry, parseOutboxEntry } from './outbox-entry'

export interface StoredOutbox {
  readonly entries: readonly OutboxEntry[]
  /** Keys of values that cannot be parsed. They are kept and shown, and do not block other awards (fault 31). */
  readonly unreadable: readonly string[]
}

export function parseStored(stored: Iterable<readonly [key: IDBValidKey, value: unknown]>): StoredOutbox {
  const entries: OutboxEntry[] = []
  const unreadable: string[] = []
  for (const [key, value] of stored) {
    const entry = parseOutboxEntry(value)
    if (entry === null) unreadable.push(typeof key === 'string' ? key : JSON.stringify(key))
    else entries.push(entry)
  }
  return { entries, unreadable }
}

/**
 * The storage of waiting awards, one key each. A write resolves only once the device reports that it is on the disk.
 * Every method rejects if storage fails or does not respond within 3 s.
 */
export interface OutboxStore {
  /**
   * Stores an entry with an order greater than all stored ones and `lastOrder`, which covers entries of a lost database.
   * Reads and writes in one transaction. Returns the entry with its order.
   */
  append(entry: NewOutboxEntry, lastOrder?: number): Promise<OutboxEntry>
  read(): Promise<StoredOutbox>
  /**
   * Changes the entries that are still stored, in one transaction: `change` returns the new entry, or null to remove it. One
   * with `confirmedAt` leaves the outbox and is kept apart. Returns the result for each entry that was found, null if it has
   * left; missing entries are not created.
   */
  update(
    awardIds: readonly string[],
    change: (entry: OutboxEntry) => OutboxEntry | null,
  ): Promise<ReadonlyMap<string, OutboxEntry | null>>
  /** Notes that a confirmed award was voided. */
  noteVoid(awardId: string): Promise<void>
  /**
   * Remembers the server's ledger, and puts what an earlier one confirmed back into the outbox if this one is new to the
   * device, in one transaction: whichever tab is first. Returns true if there was any.
   * @param serverTime ms
   */
  meetLedger(told: ToldLedger, serverTime: number): Promise<boolean>
}

/**
 * A store that detects whether its database was recreated since the copies were written: browsers recreate or evict
 * databases on a full disk (fault 48).
 */
export interface RecoverableOutboxStore extends OutboxStore {
  /** The generation is what `restore` wrote last; null in a recreated database. */
  read(): Promise<StoredOutbox & { readonly generation: string | null }>
  /** Adds missing entries and writes the generation, in one transaction, inside which `entries` is called. */
  restore(entries: () => readonly OutboxEntry[], generation: string): Promise<void>
}
