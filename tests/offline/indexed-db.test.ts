import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase, createStrictDatabase } from '../../src/api/indexed-db'
import { createIndexedDbOutboxStore, openOutboxStores } from '../../src/offline/store'
import { appendAward, newEntry, setting } from './entries'

const open = indexedDB.open.bind(indexedDB)
/** Receives the events of leaving the page and of returning to it. */
let page = new EventTarget()
const leave = () => page.dispatchEvent(new Event('pagehide'))
const comeBack = () => page.dispatchEvent(new Event('pageshow'))

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A separate database, with the connections opened to it. */
function openDatabase({
  name = crypto.randomUUID() as string,
  version = 1,
  stores = ['things'],
} = {}) {
  const connections: IDBDatabase[] = []
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  })
  const database = createStrictDatabase({ name, stores, version })
  return { name, connections, database, things: database.store('things') }
}

test('a transaction on an open connection begins synchronously, but not while the page is left', async () => {
  const { things } = openDatabase()
  await set('key', 1, things)
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const written = set('key', 2, things)
  expect(begin).toHaveBeenCalledTimes(1)
  await written
  leave()
  const later = set('key', 3, things)
  expect(begin).toHaveBeenCalledTimes(1)
  comeBack()
  await later
  expect(await get('key', things)).toBe(3)
})

test('fault 1: a write counts once it is on the disk, not in a cache of the system', async () => {
  const { database } = openDatabase()
  expect(await database.transact(['things'], 'readwrite', ({ durability }) => durability)).toBe(
    'strict',
  )
})

describe('fault 25: a connection to the database', () => {
  test('serves all operations, including those that begin before it is open', async () => {
    const { things, connections } = openDatabase()
    await Promise.all([set('a', 1, things), set('b', 2, things)])
    expect([await get('a', things), await get('b', things), connections.length]).toEqual([1, 2, 1])
  })

  test('that was closed while the app uses it is reopened once', async () => {
    const { things, connections } = openDatabase()
    await set('a', 1, things)
    connections[0]?.close()
    await set('b', 2, things)
    expect([await get('a', things), await get('b', things), connections.length]).toEqual([1, 2, 2])
  })

  test('that the browser closes is replaced, and its late close event does not end the new one', async () => {
    const { things, connections } = openDatabase()
    await set('a', 1, things)
    const [first] = connections
    first?.onclose?.call(first, new Event('close'))
    await set('a', 2, things)
    first?.onclose?.call(first, new Event('close'))
    expect([await get('a', things), connections.length]).toEqual([2, 2])
  })

  test('makes way for a newer version of the app', async () => {
    const { name, things } = openDatabase()
    await set('a', 1, things)
    const newer = openDatabase({ name, version: 2, stores: ['things', 'more'] })
    await set('b', 2, newer.database.store('more'))
    expect(await get('a', newer.things)).toBe(1)
  })

  test('is not reopened for an error that would occur again', async () => {
    const { database, connections } = openDatabase()
    const missing = database.transact(['nowhere'], 'readonly', () => undefined)
    await expect(missing).rejects.toMatchObject({ name: 'NotFoundError' })
    const failing = database.transact(['things'], 'readonly', () => {
      throw new TypeError('a bug')
    })
    await expect(failing).rejects.toMatchObject({ message: 'a bug' })
    expect(connections).toHaveLength(1)
  })
})

test('if a database cannot be opened, the error says why, and the next operation tries again', async () => {
  const { name, things, connections } = openDatabase()
  vi.mocked(indexedDB.open).mockImplementationOnce((_name, _version) => {
    // An old app meets the database of a newer one.
    const request = new IDBFactory().open(name, 2)
    const refused = {
      onerror: null,
      error: new DOMException('older', 'VersionError'),
    } as unknown as IDBOpenDBRequest
    request.onsuccess = () => refused.onerror?.call(refused, new Event('error'))
    return refused
  })
  await expect(set('a', 1, things)).rejects.toMatchObject({ name: 'VersionError' })
  await set('a', 1, things)
  expect([await get('a', things), connections.length]).toEqual([1, 1])
})

function openThings() {
  const database = createDatabase({
    name: crypto.randomUUID(),
    stores: ['things'],
    version: 1,
    durability: 'relaxed',
  })
  return { database, things: database.store('things') }
}

test('fault 70: leaving a page aborts unfinished transactions, and none begins until the page is back', async () => {
  const { database, things } = openThings()
  await set('a', 1, things)
  const connection = await database.transact(['things'], 'readonly', ({ db }) => db)
  let isDone = false
  const unfinished = database.transact(['things'], 'readwrite', async (transaction) => {
    leave()
    await new Promise((_resolve, reject) => {
      transaction.onabort = () => reject(new Error('left'))
    })
  })
  await expect(unfinished).rejects.toThrow('left')
  const later = set('a', 2, things).then(() => {
    isDone = true
  })
  expect(() => connection.transaction('things')).toThrow(
    expect.objectContaining({ name: 'InvalidStateError' }),
  )
  await new Promise((resolve) => setTimeout(resolve))
  expect(isDone).toBe(false)
  comeBack()
  await later
  expect(await get('a', things)).toBe(2)
})

test('fault 70: a page that is left while its database opens reads after it is back', async () => {
  const { things } = openThings()
  const reading = get('a', things)
  leave()
  comeBack()
  expect(await reading).toBeUndefined()
})

test('fault 70: an award is committed right after its last request, without waiting until the page runs again', async () => {
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
  const store = createIndexedDbOutboxStore(openOutboxStores(crypto.randomUUID()))
  const entry = await appendAward(store, newEntry())
  await store.update([entry.awardId], setting({ attempted: true }))
  await store.restore(() => [], 'first')
  expect(commit).toHaveBeenCalledTimes(3)
})
