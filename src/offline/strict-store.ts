import type { UseStore } from 'idb-keyval'
import { withStorageDeadline } from './storage-deadline'

interface StrictDatabase {
  readonly name: string
  /** The object stores of the database. Adding one requires a higher version. */
  readonly stores: readonly string[]
  readonly version: number
}

/** One database, opened on first use. */
export interface StrictStores {
  /** One of its stores, for idb-keyval. */
  store(name: string): UseStore
  /** Runs `work` in one transaction over several stores. */
  transact<T>(
    names: readonly string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T | PromiseLike<T>,
  ): Promise<T>
}

/**
 * Creates stores for idb-keyval whose transactions use `durability: 'strict'`, which idb-keyval's `createStore` does not
 * support: an award must be on the disk before the screen says that it waits (fault 1). iOS closes connections of pages in
 * the background (https://bugs.webkit.org/show_bug.cgi?id=197050): a closed connection is reopened once (fault 25).
 *
 * Every operation rejects with `StorageTimeout` after 3 s and aborts its transaction, so that an award reported as not
 * stored is not stored later (fault 47). Only a transaction that is already committing cannot be aborted.
 */
export function createStrictStores({ name, stores, version }: StrictDatabase): StrictStores {
  let opening: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    if (opening !== null) return opening
    const attempt = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.onupgradeneeded = () => {
        const existing = request.result.objectStoreNames
        for (const store of stores) if (!existing.contains(store)) request.result.createObjectStore(store)
      }
      request.onerror = () => reject(request.error ?? new Error('IndexedDB could not be opened'))
      request.onsuccess = () => {
        const database = request.result
        if (opening !== attempt) {
          // Opened after the deadline, when the caller was told that nothing is stored.
          database.close()
          return
        }
        database.onclose = () => forget(attempt)
        database.onversionchange = () => {
          database.close()
          forget(attempt)
        }
        resolve(database)
      }
    })
    attempt.catch(() => forget(attempt))
    opening = attempt
    return attempt
  }
  function forget(attempt: Promise<IDBDatabase> | null): void {
    if (opening === attempt) opening = null
  }

  const transact: StrictStores['transact'] = async (names, mode, work) => {
    let transaction: IDBTransaction | null = null
    let attempt: Promise<IDBDatabase> | null = null
    async function begin(): Promise<IDBTransaction> {
      attempt = open()
      const database = await attempt
      transaction = database.transaction([...names], mode, { durability: 'strict' })
      return transaction
    }
    async function beginReopening(): Promise<IDBTransaction> {
      try {
        return await begin()
      } catch (reason) {
        if (!(reason instanceof DOMException) || reason.name !== 'InvalidStateError') throw reason
        forget(attempt)
        return await begin()
      }
    }
    const run = async () => await work(await beginReopening())
    return await withStorageDeadline(name, run(), () => {
      // Drops a connection that does not respond.
      forget(attempt)
      try {
        transaction?.abort()
      } catch {
        // Already committing.
      }
    })
  }

  return { store: (name) => (mode, work) => transact([name], mode, (begun) => work(begun.objectStore(name))), transact }
}

/** Creates a database with a single store. */
export function createStrictStore(databaseName: string, storeName: string): UseStore {
  return createStrictStores({ name: databaseName, stores: [storeName], version: 1 }).store(storeName)
}
