import { promisifyRequest, entries as readAll, set, type UseStore } from 'idb-keyval'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'
import { createStrictStore } from './strict-store'

/** A database of its own: signing out wipes what was last seen, never this. */
const DATABASE = 'geek-outbox'
const STORE = 'awards'

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(store: UseStore = createStrictStore(DATABASE, STORE)): OutboxStore {
  /** Looks at an entry and acts on it in one transaction, because another tab may change it in between. */
  async function withEntry<T>(awardId: string, absent: T, act: (entry: OutboxEntry, awards: IDBObjectStore) => T): Promise<T> {
    let result = absent
    await store('readwrite', (awards) => {
      const request: IDBRequest<unknown> = awards.get(awardId)
      request.onsuccess = () => {
        const entry = parseOutboxEntry(request.result)
        try {
          if (entry !== null) result = act(entry, awards)
        } catch {
          // What throws in here reaches nobody: the transaction tells.
          awards.transaction.abort()
        }
      }
      return promisifyRequest(awards.transaction)
    })
    return result
  }
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
    change: (awardId, change) =>
      withEntry<OutboxEntry | null>(awardId, null, (entry, awards) => {
        const changed = change(entry)
        awards.put(changed, awardId)
        return changed
      }),
    take: (awardId, expected) =>
      withEntry(awardId, false, (entry, awards) => {
        if (!expected(entry)) return false
        awards.delete(awardId)
        return true
      }),
  }
}
