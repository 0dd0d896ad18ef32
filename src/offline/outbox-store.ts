import type { OutboxEntry } from './outbox-entry'

export interface StoredOutbox {
  readonly entries: readonly OutboxEntry[]
  /** Keys of what lies there and cannot be read: kept aside and shown, never thrown away (fault 31). */
  readonly unreadable: readonly string[]
}

/** Where awards wait, one key each. Every change resolves only once it is on the disk, as far as the device can tell. */
export interface OutboxStore {
  add(entry: OutboxEntry): Promise<void>
  read(): Promise<StoredOutbox>
  /** Changes an entry that is still there; one that went meanwhile stays gone. */
  change(awardId: string, change: (entry: OutboxEntry) => OutboxEntry): Promise<void>
  remove(awardId: string): Promise<void>
}
