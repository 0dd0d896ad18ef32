import { del, entries, promisifyRequest } from 'idb-keyval'
import type { Database } from '../api/indexed-db'
import { type Entry, greatestOrder, idOf, parseEntry } from './entry'
import {
  confirmedKey,
  meetLedgerIn,
  type OutboxStore,
  parseAward,
  parseStored,
  type RecoverableOutboxStore,
  staysWaiting,
} from './store'
import { createStrictStores, OUTBOX_DATABASE } from './strict-store'

/** Everything that waits, of whatever kind. Separate from the stored queries, which a sign-out deletes. */
const AWARDS = 'awards'
/** A separate store, because earlier versions of the app treat every value in `awards` as an award. */
const META = 'meta'
const BOTH = [AWARDS, META]
const GENERATION = 'generation'

/** Opens the object stores of an outbox. Version 2 added `meta`. */
export function openOutboxStores(name: string = OUTBOX_DATABASE): Database {
  return createStrictStores({ name, stores: BOTH, version: 2 })
}

/**
 * Resolves after the commit. Not idb-keyval's `promisifyRequest`, which rejects at the error of the first request, when the
 * transaction does not know its reason yet: a full disk would be reported as `null` (fault 48).
 */
async function committed(transaction: IDBTransaction): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Calls `use` with what a request has read. An error that it throws aborts the transaction; the last `use` commits it. */
type OnRead = <T>(request: IDBRequest<T>, use: (found: T) => void) => void

/** Writes an entry after a change, to where it belongs. Returns it if it stays in the outbox. */
function putChanged(awards: IDBObjectStore, meta: IDBObjectStore, entry: Entry, changed: Entry | null) {
  const left = staysWaiting(changed)
  const id = idOf(entry)
  if (left === null) awards.delete(id)
  else if (left !== entry) awards.put(left, id)
  if (changed !== left) meta.put(changed, confirmedKey(id))
  return left
}

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(stores: Database = openOutboxStores()): RecoverableOutboxStore {
  /**
   * Reads and writes in one transaction, because another tab may write in between. Resolves after the commit, which begins as soon as
   * everything is written: a page that is left the moment after still stores its award (fault 70).
   */
  async function write<T>(work: (awards: IDBObjectStore, meta: IDBObjectStore, onRead: OnRead) => T): Promise<T> {
    return await stores.transact(BOTH, 'readwrite', async (transaction) => {
      const failures: unknown[] = []
      let reading = 0
      const onRead: OnRead = (request, use) => {
        reading += 1
        request.onsuccess = () => {
          try {
            use(request.result)
            reading -= 1
            if (reading === 0) transaction.commit()
          } catch (reason) {
            failures.push(reason)
            transaction.abort()
          }
        }
      }
      const result = work(transaction.objectStore(AWARDS), transaction.objectStore(META), onRead)
      try {
        await committed(transaction)
      } catch (reason) {
        throw failures[0] ?? reason
      }
      return result
    })
  }

  return {
    async append(entry, lastOrder = 0) {
      return await write((awards, _meta, onRead) => {
        const last = { ...entry, order: 0 }
        onRead<unknown[]>(awards.getAll(), (found) => {
          const others = found.flatMap((each) => parseEntry(each) ?? [])
          last.order = Math.max(lastOrder, greatestOrder(others)) + 1
          awards.put(last, idOf(last))
        })
        return last
      })
    },
    async read() {
      return await stores.transact(BOTH, 'readonly', async (transaction) => {
        const awards = transaction.objectStore(AWARDS)
        const [keys, values, generation] = await Promise.all([
          promisifyRequest(awards.getAllKeys()),
          promisifyRequest<unknown[]>(awards.getAll()),
          promisifyRequest<unknown>(transaction.objectStore(META).get(GENERATION)),
        ])
        return {
          ...parseStored(keys.map((key, index) => [key, values[index]])),
          generation: typeof generation === 'string' ? generation : null,
        }
      })
    },
    async update(ids, change) {
      if (ids.length === 0) return new Map()
      return await write((awards, meta, onRead) => {
        const outcomes = new Map<string, Entry | null>()
        for (const id of ids) {
          onRead<unknown>(awards.get(id), (found) => {
            const entry = parseEntry(found)
            if (entry === null) return
            outcomes.set(id, putChanged(awards, meta, entry, change(entry)))
          })
        }
        return outcomes
      })
    },
    async noteVoid(awardId) {
      await write((_awards, meta, onRead) => {
        onRead<unknown>(meta.get(confirmedKey(awardId)), (found) => {
          for (const award of parseAward(found)) meta.put({ ...award, cancelled: true }, confirmedKey(awardId))
        })
      })
    },
    async meetLedger(told, serverTime) {
      return await stores.transact(BOTH, 'readwrite', async (transaction) => {
        const done = committed(transaction)
        // A request that fails ends the work below first.
        done.catch(() => undefined)
        const again = await meetLedgerIn(transaction.objectStore(META), transaction.objectStore(AWARDS), told, serverTime)
        await done
        return again
      })
    },
    async restore(entries, generation) {
      await write((awards, meta, onRead) => {
        onRead(awards.getAllKeys(), (keys) => {
          const stored = new Set<IDBValidKey>(keys)
          for (const entry of entries()) if (!stored.has(idOf(entry))) awards.put(entry, idOf(entry))
        })
        meta.put(generation, GENERATION)
      })
    },
  }
}

/** Scans and copies of the release before, each kind in a database of its own. */
const EARLIER = [
  { name: 'geek-scans', store: 'scans', kind: 'scan' },
  { name: 'geek-vouchers', store: 'vouchers', kind: 'copy' },
] as const

async function mayExist(name: string): Promise<boolean> {
  // Firefox before 126 cannot tell.
  return indexedDB.databases === undefined || (await indexedDB.databases()).some((one) => one.name === name)
}

/**
 * Brings what an earlier version of the app stored elsewhere into the outbox (fault 29). Each entry is removed there once it is stored
 * here; one that cannot be read stays where it is. Rejects if storage fails.
 */
export async function takeOver({ append }: Pick<OutboxStore, 'append'>): Promise<void> {
  for (const { name, store, kind } of EARLIER) {
    if (!(await mayExist(name))) continue
    const earlier = createStrictStores({ name, stores: [store], version: 1 }).store(store)
    let left = 0
    for (const [key, value] of await entries<IDBValidKey, object>(earlier)) {
      const entry = parseEntry({ ...value, kind })
      if (entry === null) left++
      else {
        await append(entry)
        await del(key, earlier)
      }
    }
    if (left === 0) indexedDB.deleteDatabase(name)
  }
}
