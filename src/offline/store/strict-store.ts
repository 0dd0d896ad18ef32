import type { UseStore } from 'idb-keyval'
import { createDatabase, type Database } from '../../api/database'
import { withDeadline } from '../../api/deadline'

/** Storage that has not responded within this time (ms) counts as unreadable (faults 46 and 47). */
const STORAGE_DEADLINE_MS = 3_000

/** Rejects after the deadline. Calls `onTimeout` first, to abort the work, which may still take effect otherwise. */
export async function withStorageDeadline<T>(what: string, work: Promise<T>, onTimeout: () => void = () => {}): Promise<T> {
  return await withDeadline(work, STORAGE_DEADLINE_MS, () => {
    onTimeout()
    throw new Error(`${what} did not answer within ${STORAGE_DEADLINE_MS} ms`)
  })
}

interface StrictDatabase {
  readonly name: string
  readonly stores: readonly string[]
  readonly version: number
}

/**
 * Opens a database whose transactions use `durability: 'strict'`: an award must be on the disk before the screen says that it waits
 * (fault 1). Every operation rejects after 3 s and aborts its transaction, so that an award reported as not
 * stored is not stored later (fault 47). Only a transaction that is already committing cannot be aborted.
 */
export function createStrictStores(layout: StrictDatabase): Database {
  const limit = <T>(operation: Promise<T>, giveUp: () => void) => withStorageDeadline(layout.name, operation, giveUp)
  return createDatabase({ ...layout, durability: 'strict', limit })
}

export function createStrictStore(databaseName: string, storeName: string): UseStore {
  return createStrictStores({ name: databaseName, stores: [storeName], version: 1 }).store(storeName)
}
