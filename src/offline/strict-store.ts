import type { UseStore } from 'idb-keyval'
import { createDatabase, type Database } from '../api/database'
import { withStorageDeadline } from './storage-deadline'

interface StrictDatabase {
  readonly name: string
  readonly stores: readonly string[]
  readonly version: number
}

/**
 * Opens a database whose transactions use `durability: 'strict'`: an award must be on the disk before the screen says that it waits
 * (fault 1). Every operation rejects with `StorageTimeout` after 3 s and aborts its transaction, so that an award reported as not
 * stored is not stored later (fault 47). Only a transaction that is already committing cannot be aborted.
 */
export function createStrictStores(layout: StrictDatabase): Database {
  const limit = <T>(operation: Promise<T>, giveUp: () => void) => withStorageDeadline(layout.name, operation, giveUp)
  return createDatabase({ ...layout, durability: 'strict', limit })
}

/** Creates a database with a single store. */
export function createStrictStore(databaseName: string, storeName: string): UseStore {
  return createStrictStores({ name: databaseName, stores: [storeName], version: 1 }).store(storeName)
}
