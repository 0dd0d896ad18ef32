import { del, promisifyRequest, entries as readAll, set, type UseStore } from 'idb-keyval'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'
import { createStrictStore } from './strict-store'

/** A database of its own: signing out wipes what was last seen, never this. */
const DATABASE = 'geek-outbox'
const STORE = 'awards'

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(store: UseStore = createStrictStore(DATABASE, STORE)): OutboxStore {
  return {
    add: (entry) => set(entry.awardId, entry, store),
    async read() {
      const entries: OutboxEntry[] = []
      const unreadable: string[] = []
      for (const [key, value] of await readAll<IDBValidKey, unknown>(store)) {
        const entry = parseOutboxEntry(value)
        if (entry === null) unreadable.push(typeof key === 'string' ? key : JSON.stringify(key))
        else entries.push(entry)
      }
      return { entries, unreadable }
    },
    // Read and written in one transaction, because `update` would bring back what another tab has removed.
    change: (awardId, change) =>
      store('readwrite', (awards) => {
        const request: IDBRequest<unknown> = awards.get(awardId)
        request.onsuccess = () => {
          const entry = parseOutboxEntry(request.result)
          if (entry !== null) awards.put(change(entry), awardId)
        }
        return promisifyRequest(awards.transaction)
      }),
    remove: (awardId) => del(awardId, store),
  }
}
