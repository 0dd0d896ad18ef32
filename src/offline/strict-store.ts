import type { UseStore } from 'idb-keyval'

/**
 * A store for idb-keyval whose changes ask for `durability: 'strict'`, which its own `createStore` cannot: an award must
 * be on the disk before the screen says that it waits (fault 1). iOS closes connections under a page that was in the
 * background (https://bugs.webkit.org/show_bug.cgi?id=197050): one that is found closed is opened again, once (fault 25).
 */
export function createStrictStore(databaseName: string, storeName: string): UseStore {
  let opening: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB could not be opened'))
      request.onsuccess = () => {
        const database = request.result
        database.onclose = forget
        database.onversionchange = () => {
          database.close()
          forget()
        }
        resolve(database)
      }
    }).catch((reason: unknown) => {
      forget()
      throw reason
    })
    return opening
  }
  function forget(): void {
    opening = null
  }
  async function begin(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const database = await open()
    return database.transaction(storeName, mode, { durability: 'strict' }).objectStore(storeName)
  }

  return async (mode, use) => {
    let store: IDBObjectStore
    try {
      store = await begin(mode)
    } catch (reason) {
      if (!(reason instanceof DOMException) || reason.name !== 'InvalidStateError') throw reason
      forget()
      store = await begin(mode)
    }
    return await use(store)
  }
}
