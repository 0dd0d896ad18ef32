import type { NewOutboxEntry, OutboxEntry } from './outbox-entry'

export interface StoredOutbox {
  readonly entries: readonly OutboxEntry[]
  /** Keys of what lies there and cannot be read: kept aside and shown, never thrown away (fault 31). */
  readonly unreadable: readonly string[]
}

/** Where awards wait, one key each. Every change resolves only once it is on the disk, as far as the device can tell. */
export interface OutboxStore {
  /** Stores an entry behind all that lie there, in one step with the look at them; answers it with its place. */
  append(entry: NewOutboxEntry): Promise<OutboxEntry>
  read(): Promise<StoredOutbox>
  /** Changes an entry that is still there, and answers what it became; one that went meanwhile stays gone (null). */
  change(awardId: string, change: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | null>
  /** Removes an entry if it is still as expected, in one step with the look at it; answers whether it did. */
  take(awardId: string, expected: (entry: OutboxEntry) => boolean): Promise<boolean>
}
