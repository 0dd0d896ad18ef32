import { promisifyRequest, entries as readAll, type UseStore } from 'idb-keyval'
import { nextOrder, type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'
import { createStrictStore } from './strict-store'

/** A database of its own: signing out wipes what was last seen, never this. */
const DATABASE = 'geek-outbox'
const STORE = 'awards'

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(store: UseStore = createStrictStore(DATABASE, STORE)): OutboxStore {
  /** Looks at what lies there and acts on it in one transaction, because another tab may change it in between. */
  async function lookAndAct<F, T>(
    look: (awards: IDBObjectStore) => IDBRequest<F>,
    act: (found: F, awards: IDBObjectStore) => T,
  ): Promise<T> {
    return await store('readwrite', async (awards) => {
      const acting = new Promise<T>((resolve, reject) => {
        const request = look(awards)
        request.onsuccess = () => {
          try {
            resolve(act(request.result, awards))
          } catch (reason) {
            reject(reason)
            awards.transaction.abort()
          }
        }
      })
      // What was done counts once it is on the disk.
      const [result] = await Promise.all([acting, promisifyRequest(awards.transaction)])
      return result
    })
  }
  /** As above, for one entry that may be gone. */
  function withEntry<T>(awardId: string, absent: T, act: (entry: OutboxEntry, awards: IDBObjectStore) => T): Promise<T> {
    return lookAndAct(
      (awards): IDBRequest<unknown> => awards.get(awardId),
      (found, awards) => {
        const entry = parseOutboxEntry(found)
        return entry === null ? absent : act(entry, awards)
      },
    )
  }
  return {
    append: (entry) =>
      lookAndAct(
        (awards): IDBRequest<unknown[]> => awards.getAll(),
        (found, awards) => {
          const last = { ...entry, order: nextOrder(found.flatMap((each) => parseOutboxEntry(each) ?? [])) }
          awards.put(last, last.awardId)
          return last
        },
      ),
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
