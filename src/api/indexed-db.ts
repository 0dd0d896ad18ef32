import type { UseStore } from 'idb-keyval'
import { withDeadline } from '#lib/timers'

/** Defined here, so that its existence can be checked without loading the outbox. */
export const OUTBOX_DATABASE = 'geek-outbox'

/** Storage that has not responded within this time (ms) counts as unreadable (faults 46 and 47). */
export const STORAGE_DEADLINE_MS = 3_000

interface Layout {
  readonly name: string
  /** The object stores of the database. Adding one requires a higher version. */
  readonly stores: readonly string[]
  readonly version: number
  /** `strict`: a write resolves once it is on the disk, not in a cache of the system. */
  readonly durability: IDBTransactionDurability
  /**
   * An operation that takes longer than this (ms) rejects, and nothing of it is stored later. No
   * limit by default.
   */
  readonly deadlineMs?: number
}

/** One database, opened on first use. */
export interface DeviceDatabase {
  store(name: string): UseStore
  transact<T>(
    names: readonly string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T | PromiseLike<T>,
  ): Promise<T>
}

/** Aborts a transaction unless it has ended, by its commit or because its page was left. */
export function abort(transaction: IDBTransaction | null): void {
  try {
    transaction?.abort()
  } catch {
    // The transaction has ended already.
  }
}

/**
 * Opens a database with two WebKit workarounds that idb-keyval's `createStore` lacks.
 *
 * iOS closes connections of background pages (https://bugs.webkit.org/show_bug.cgi?id=197050):
 * reopen a closed connection once (fault 25).
 *
 * WebKit keeps a left page in memory, and that page's unfinished transaction blocks the stores for
 * all other pages for more than 30 s (fault 70; measured in 2.50). `commit` does not help: it is
 * allowed only in a request's handler, and before any request has succeeded it may even report a
 * dropped write as complete. So abort unfinished transactions and close the connection at
 * `pagehide`, and start nothing before `pageshow`.
 */
export function createDatabase({
  name,
  stores,
  version,
  durability,
  deadlineMs,
}: Layout): DeviceDatabase {
  const unfinished = new Set<IDBTransaction>()
  let opening: Promise<IDBDatabase> | null = null
  let opened: IDBDatabase | null = null
  let isLeft = false
  let shown = Promise.resolve()
  let show = () => {}

  function follow(transaction: IDBTransaction): void {
    unfinished.add(transaction)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => unfinished.delete(transaction))
  }
  function open(): Promise<IDBDatabase> {
    if (opening !== null) return opening
    const attempt = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.onupgradeneeded = () => {
        if (request.transaction !== null) follow(request.transaction)
        const existing = request.result.objectStoreNames
        for (const store of stores)
          if (!existing.contains(store)) request.result.createObjectStore(store)
      }
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const database = request.result
        // The attempt may have been given up meanwhile.
        if (opening === attempt) opened = database
        else database.close()
        database.onclose = database.onversionchange = () => {
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
    if (opening !== attempt) return
    opening = null
    opened = null
  }

  function leave(): void {
    shown = new Promise((resolve) => {
      show = resolve
    })
    for (const transaction of unfinished) abort(transaction)
    opened?.close()
    opening = null
    opened = null
    isLeft = true
  }
  // A worker gets no such events. Typed here, because a worker's types and Node's differ.
  const page = globalThis as Partial<Pick<EventTarget, 'addEventListener'>>
  page.addEventListener?.('pagehide', leave)
  page.addEventListener?.('pageshow', () => {
    isLeft = false
    show()
  })

  const transact: DeviceDatabase['transact'] = async (names, mode, work) => {
    let attempt: Promise<IDBDatabase> | null = null
    let transaction: IDBTransaction | null = null
    let givenUp = false
    /** Null if the connection is closed. */
    function beginOn(database: IDBDatabase): IDBTransaction | null {
      try {
        transaction = database.transaction([...names], mode, { durability })
        follow(transaction)
        return transaction
      } catch (reason) {
        if (!(reason instanceof DOMException) || reason.name !== 'InvalidStateError') throw reason
        return null
      }
    }
    async function openAndBegin(again: boolean): Promise<IDBTransaction> {
      await shown
      attempt = open()
      const database = await attempt
      if (givenUp) throw new Error('late')
      const begun = beginOn(database)
      if (begun !== null) return begun
      forget(attempt)
      if (again) throw new Error(`${name} is closed`)
      return await openAndBegin(true)
    }
    /**
     * Begins synchronously if possible, so that a tap's write starts before the tap is rendered.
     */
    async function begin() {
      attempt = opening
      const begun = opened === null || isLeft ? null : beginOn(opened)
      if (begun === null && opened !== null) forget(attempt)
      return await work(begun ?? (await openAndBegin(false)))
    }
    const done = begin()
    if (deadlineMs === undefined) return await done
    return await withDeadline(done, deadlineMs, () => {
      givenUp = true
      // Drops a connection that does not respond.
      forget(attempt)
      abort(transaction)
      throw new Error(`${name} did not answer within ${deadlineMs} ms`)
    })
  }

  return {
    store: (store) => (mode, work) =>
      transact([store], mode, (begun) => work(begun.objectStore(store))),
    transact,
  }
}

/**
 * Opens a database whose transactions use `durability: 'strict'`: an award must be on the disk
 * before the screen says that it waits (fault 1). Every operation rejects after 3 s and aborts its
 * transaction, so that an award reported as not stored is not stored later (fault 47). Only a
 * transaction that is already committing cannot be aborted.
 */
export function createStrictDatabase(
  layout: Pick<Layout, 'name' | 'stores' | 'version'>,
): DeviceDatabase {
  return createDatabase({ ...layout, durability: 'strict', deadlineMs: STORAGE_DEADLINE_MS })
}
