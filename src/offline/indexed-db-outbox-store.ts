import { promisifyRequest } from 'idb-keyval'
import { OUTBOX_DATABASE } from './database-names'
import { greatestOrder, type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import type { RecoverableOutboxStore, StoredOutbox } from './outbox-store'
import { createStrictStores, type StrictStores } from './strict-store'

/** Separate from the stored queries, which a sign-out deletes. */
const AWARDS = 'awards'
/** A separate store, because earlier versions of the app treat every value in `awards` as an award. */
const META = 'meta'
const GENERATION = 'generation'

/** Opens the object stores of an outbox. Version 2 added `meta`. */
export function openOutboxStores(name: string = OUTBOX_DATABASE): StrictStores {
  return createStrictStores({ name, stores: [AWARDS, META], version: 2 })
}

function parseAll(keys: readonly IDBValidKey[], values: readonly unknown[]): StoredOutbox {
  const entries: OutboxEntry[] = []
  const unreadable: string[] = []
  for (const [index, key] of keys.entries()) {
    const entry = parseOutboxEntry(values[index])
    if (entry === null) unreadable.push(typeof key === 'string' ? key : JSON.stringify(key))
    else entries.push(entry)
  }
  return { entries, unreadable }
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

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(stores: StrictStores = openOutboxStores()): RecoverableOutboxStore {
  /** Reads and writes in one transaction, because another tab may write in between. Resolves after the commit. */
  async function write<T>(
    names: readonly string[],
    work: (awards: IDBObjectStore, fail: (reason: unknown) => void, transaction: IDBTransaction) => T,
  ): Promise<T> {
    return await stores.transact(names, 'readwrite', async (transaction) => {
      const failures: unknown[] = []
      const result = work(
        transaction.objectStore(AWARDS),
        (reason) => {
          failures.push(reason)
          transaction.abort()
        },
        transaction,
      )
      try {
        await committed(transaction)
      } catch (reason) {
        throw failures[0] ?? reason
      }
      return result
    })
  }
  /** Calls `use` with the request's result. An error thrown by `use` aborts the transaction. */
  function onSuccess<T>(request: IDBRequest<T>, fail: (reason: unknown) => void, use: (found: T) => void): void {
    request.onsuccess = () => {
      try {
        use(request.result)
      } catch (reason) {
        fail(reason)
      }
    }
  }
  const readWithGeneration = async () =>
    await stores.transact([AWARDS, META], 'readonly', async (transaction) => {
      const awards = transaction.objectStore(AWARDS)
      const [keys, values, generation] = await Promise.all([
        promisifyRequest(awards.getAllKeys()),
        promisifyRequest<unknown[]>(awards.getAll()),
        promisifyRequest<unknown>(transaction.objectStore(META).get(GENERATION)),
      ])
      return { ...parseAll(keys, values), generation: typeof generation === 'string' ? generation : null }
    })

  return {
    async append(entry, lastOrder = 0) {
      return await write([AWARDS], (awards, fail) => {
        const last = { ...entry, order: 0 }
        onSuccess<unknown[]>(awards.getAll(), fail, (found) => {
          const others = found.flatMap((each) => parseOutboxEntry(each) ?? [])
          last.order = Math.max(lastOrder, greatestOrder(others)) + 1
          awards.put(last, last.awardId)
        })
        return last
      })
    },
    async read() {
      const { entries, unreadable } = await readWithGeneration()
      return { entries, unreadable }
    },
    async update(awardIds, change) {
      if (awardIds.length === 0) return new Map()
      return await write([AWARDS], (awards, fail) => {
        const outcomes = new Map<string, OutboxEntry | null>()
        for (const awardId of awardIds) {
          onSuccess<unknown>(awards.get(awardId), fail, (found) => {
            const entry = parseOutboxEntry(found)
            if (entry === null) return
            const changed = change(entry)
            if (changed === null) awards.delete(awardId)
            else if (changed !== entry) awards.put(changed, awardId)
            outcomes.set(awardId, changed)
          })
        }
        return outcomes
      })
    },
    readWithGeneration,
    async restore(entries, generation) {
      await write([AWARDS, META], (awards, fail, transaction) => {
        onSuccess(awards.getAllKeys(), fail, (keys) => {
          const stored = new Set<IDBValidKey>(keys)
          for (const entry of entries()) if (!stored.has(entry.awardId)) awards.put(entry, entry.awardId)
        })
        transaction.objectStore(META).put(generation, GENERATION)
      })
    },
  }
}
