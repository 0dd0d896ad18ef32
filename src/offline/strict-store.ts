import { createDatabase, type DeviceDatabase, type Layout } from '../api/indexed-db'

/** IndexedDB databases of this device. Apart from the code that opens them, so that their existence can be checked without it. */
export const OUTBOX_DATABASE = 'geek-outbox'
export const LAST_SEEN_DATABASE = 'geek-last-seen'

/** Storage that has not responded within this time (ms) counts as unreadable (faults 46 and 47). */
export const STORAGE_DEADLINE_MS = 3_000

/**
 * Opens a database whose transactions use `durability: 'strict'`: an award must be on the disk before the screen says that it waits
 * (fault 1). Every operation rejects after 3 s and aborts its transaction, so that an award reported as not
 * stored is not stored later (fault 47). Only a transaction that is already committing cannot be aborted.
 */
export function createStrictStores(layout: Pick<Layout, 'name' | 'stores' | 'version'>): DeviceDatabase {
  return createDatabase({ ...layout, durability: 'strict', deadlineMs: STORAGE_DEADLINE_MS })
}
