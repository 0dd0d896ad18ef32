import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { ServerLedger } from '../api/connection'
import {
  abort,
  createStrictDatabase,
  type DeviceDatabase,
  OUTBOX_DATABASE,
} from '../api/indexed-db'
import { afterReset, reconcileLedger } from './confirmed-awards'
import { greatestOrder, idOf, type New, type OutboxEntry, parseAward, parseEntry } from './entry'

export interface StoredOutbox {
  readonly entries: readonly OutboxEntry[]
  /** Keys of unparsable values. They stay stored, are shown, and block no others (fault 31). */
  readonly unreadable: readonly string[]
}

export function parseStored(
  stored: Iterable<readonly [key: IDBValidKey, value: unknown]>,
): StoredOutbox {
  const entries: OutboxEntry[] = []
  const unreadable: string[] = []
  for (const [key, value] of stored) {
    const entry = parseEntry(value)
    if (entry === null) unreadable.push(typeof key === 'string' ? key : JSON.stringify(key))
    else entries.push(entry)
  }
  return { entries, unreadable }
}

/**
 * Stores waiting entries, one key each. A write resolves only once the device reports that it is on
 * the disk. Every method rejects if storage fails or does not respond within 3 s.
 */
export interface OutboxStore {
  /**
   * Stores an entry. Its order is above that of all stored entries and above `lastOrder`, which
   * counts even if the database was lost. Reads and writes in one transaction. Returns the entry
   * with its order.
   */
  append(entry: New<OutboxEntry>, lastOrder?: number): Promise<OutboxEntry>
  read(): Promise<StoredOutbox>
  /**
   * Changes the entries with these ids that are still stored, in one transaction. `change` returns
   * the new entry, or null to remove it; one with `confirmedAt` moves to the confirmed awards.
   * Returns each entry found, as changed; null if it left the outbox.
   */
  update(
    ids: readonly string[],
    change: (entry: OutboxEntry) => OutboxEntry | null,
  ): Promise<ReadonlyMap<string, OutboxEntry | null>>
  /** Marks a confirmed award as voided. */
  recordVoid(awardId: string): Promise<void>
  /**
   * Remembers the server's ledger. If it is new to the device, puts awards that an earlier ledger
   * confirmed back into the outbox; after a reset, removes what earlier ledgers refused instead.
   * Works in one transaction, so that only the first of several tabs finds anything to do. Returns
   * true if the outbox may have changed.
   * @param serverTime ms
   */
  reconcileLedger(current: ServerLedger, serverTime: number): Promise<boolean>
}

/**
 * A store that detects whether its database was recreated since it was mirrored: browsers
 * recreate or evict databases on a full disk (fault 48).
 */
export interface RecoverableOutboxStore extends OutboxStore {
  /** The generation is what `restore` wrote last; null in a recreated database. */
  read(): Promise<StoredOutbox & { readonly generation: string | null }>
  /**
   * Adds missing entries and writes the generation in one transaction, and calls `entries` inside
   * it.
   */
  restore(entries: () => readonly OutboxEntry[], generation: string): Promise<void>
}

/** Returns a changed entry if it stays in the outbox, else null. */
export function staysWaiting(changed: OutboxEntry | null): OutboxEntry | null {
  return changed?.kind === 'award' && changed.confirmedAt !== null ? null : changed
}

/** Ids of the ledgers that the device knows. */
const LEDGERS = 'ledgers'
/**
 * Key prefix of confirmed awards. They share a store with other keys; app versions that do not know
 * them leave them alone.
 */
const CONFIRMED = 'confirmed:'
const ledgersSchema = v.fallback(v.array(v.string()), [])

function confirmedKey(awardId: string): string {
  return CONFIRMED + awardId
}

/**
 * `OutboxStore.reconcileLedger` within a transaction. `meta` holds the confirmed awards, `awards`
 * the waiting entries.
 */
async function reconcileLedgerIn(
  meta: IDBObjectStore,
  awards: IDBObjectStore,
  current: ServerLedger,
  serverTime: number,
): Promise<boolean> {
  const [waiting, known, values] = await Promise.all([
    promisifyRequest(awards.getAllKeys()),
    promisifyRequest<unknown>(meta.get(LEDGERS)),
    promisifyRequest<unknown[]>(meta.getAll(IDBKeyRange.bound(CONFIRMED, `${CONFIRMED}\uffff`))),
  ])
  const ledgers = v.parse(ledgersSchema, known)
  const confirmed = values.flatMap((each) => parseAward(each) ?? [])
  const result = reconcileLedger({ ledgers, confirmed }, current, serverTime)
  if (result.ledgers !== ledgers) meta.put(result.ledgers, LEDGERS)
  for (const awardId of result.forget) meta.delete(confirmedKey(awardId))
  const stored = new Set<IDBValidKey>(waiting)
  for (const entry of result.again) if (!stored.has(entry.awardId)) awards.put(entry, entry.awardId)
  if (result.isEmptied) {
    const held = (await promisifyRequest<unknown[]>(awards.getAll())).flatMap(
      (value) => parseEntry(value) ?? [],
    )
    for (const [id, entry] of afterReset(held, current.ledger)) {
      if (entry === null) awards.delete(id)
      else awards.put(entry, id)
    }
  }
  return result.again.length > 0 || result.isEmptied
}

/** All waiting entries. Separate from the stored queries, which a sign-out deletes. */
const AWARDS = 'awards'
/**
 * A separate store, because earlier versions of the app treat every value in `awards` as an award.
 */
const META = 'meta'
const BOTH = [AWARDS, META]
const GENERATION = 'generation'
/** The highest assigned order, so that a tap need not read all entries. */
const LAST_ORDER = 'last-order'

/** Opens the object stores of an outbox. Version 2 added `meta`. */
export function openOutboxStores(name: string = OUTBOX_DATABASE): DeviceDatabase {
  return createStrictDatabase({ name, stores: BOTH, version: 2 })
}

/**
 * Resolves after the commit. idb-keyval's `promisifyRequest` rejects at the first failed request,
 * before the transaction knows its reason: it would report a full disk as `null` (fault 48).
 */
async function committed(transaction: IDBTransaction): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/**
 * Calls `use` with a request's result. An error thrown by `use` aborts the transaction, which
 * commits after the last `use`.
 */
type OnRead = <T>(request: IDBRequest<T>, use: (found: T) => void) => void

/**
 * Writes a changed entry to the outbox or to the confirmed awards. Returns it if it stays in the
 * outbox.
 */
function putChanged(
  awards: IDBObjectStore,
  meta: IDBObjectStore,
  entry: OutboxEntry,
  changed: OutboxEntry | null,
) {
  const remaining = staysWaiting(changed)
  const id = idOf(entry)
  if (remaining === null) awards.delete(id)
  else if (remaining !== entry) awards.put(remaining, id)
  if (changed !== remaining) meta.put(changed, confirmedKey(id))
  return remaining
}

/** The outbox in IndexedDB, shared by all tabs and the service worker. */
export function createIndexedDbOutboxStore(
  stores: DeviceDatabase = openOutboxStores(),
): RecoverableOutboxStore {
  /**
   * Reads and writes in one transaction, because another tab may write in between. Resolves after
   * the commit, which begins as soon as everything is written: a page that is left right after the
   * tap still stores its award (fault 70).
   */
  async function write<T>(
    work: (awards: IDBObjectStore, meta: IDBObjectStore, onRead: OnRead) => T,
  ): Promise<T> {
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
            abort(transaction)
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
      return await write((awards, meta, onRead) => {
        const last = { ...entry, order: 0 }
        function putAfter(order: number): void {
          last.order = Math.max(lastOrder, order) + 1
          awards.put(last, idOf(last))
          meta.put(last.order, LAST_ORDER)
        }
        onRead<unknown>(meta.get(LAST_ORDER), (known) => {
          if (typeof known === 'number') putAfter(known)
          // The first entry, or the first since `restore`.
          else
            onRead<unknown[]>(awards.getAll(), (found) =>
              putAfter(greatestOrder(found.flatMap((each) => parseEntry(each) ?? []))),
            )
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
        const outcomes = new Map<string, OutboxEntry | null>()
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
    async recordVoid(awardId) {
      await write((_awards, meta, onRead) => {
        onRead<unknown>(meta.get(confirmedKey(awardId)), (found) => {
          const award = parseAward(found)
          if (award !== null) meta.put({ ...award, cancelled: true }, confirmedKey(awardId))
        })
      })
    },
    async reconcileLedger(current, serverTime) {
      return await stores.transact(BOTH, 'readwrite', async (transaction) => {
        const done = committed(transaction)
        // Prevents an unhandled rejection: a failed request ends the work below first.
        done.catch(() => undefined)
        const mayHaveChanged = await reconcileLedgerIn(
          transaction.objectStore(META),
          transaction.objectStore(AWARDS),
          current,
          serverTime,
        )
        await done
        return mayHaveChanged
      })
    },
    async restore(entries, generation) {
      await write((awards, meta, onRead) => {
        onRead(awards.getAllKeys(), (keys) => {
          const stored = new Set<IDBValidKey>(keys)
          for (const entry of entries())
            if (!stored.has(idOf(entry))) awards.put(entry, idOf(entry))
        })
        // Forget the last order, so that the next one also follows these entries.
        meta.delete(LAST_ORDER)
        meta.put(generation, GENERATION)
      })
    },
  }
}
