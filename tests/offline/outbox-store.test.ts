import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStrictDatabase } from '../../src/api/indexed-db'
import { idOf, type OutboxEntry } from '../../src/offline/entry'
import {
  createIndexedDbOutboxStore,
  openOutboxStores,
  type RecoverableOutboxStore,
} from '../../src/offline/store'
import { appendAward, newEntry, readAwards, setting } from './entries'
import { createMemoryOutboxStore } from './memory-store'

interface Fixture {
  readonly store: RecoverableOutboxStore
  /** Stores any value under a key, as an older or newer app might have. */
  plant(key: string, value: unknown): Promise<void>
}

const IMPLEMENTATIONS: Record<string, () => Fixture> = {
  memory: () => {
    const stored = new Map<string, unknown>()
    return {
      store: createMemoryOutboxStore({ stored, generation: null }),
      plant: async (key, value) => void stored.set(key, value),
    }
  },
  IndexedDB: () => {
    const stores = openOutboxStores(`outbox-${crypto.randomUUID()}`)
    return {
      store: createIndexedDbOutboxStore(stores),
      plant: (key, value) => set(key, value, stores.store('awards')),
    }
  },
}

const attempt = setting({ attempted: true })

describe.each(Object.entries(IMPLEMENTATIONS))('an outbox in %s', (_name, create) => {
  test('keeps each entry complete until it is removed', async () => {
    const { store } = create()
    const first = await appendAward(store, newEntry())
    const second = await appendAward(store, newEntry({ teamId: 'sove' }))
    expect(await readAwards(store)).toEqual(expect.arrayContaining([first, second]))
    expect(await store.update([first.awardId], () => null)).toEqual(
      new Map([[first.awardId, null]]),
    )
    expect(await store.read()).toEqual({ entries: [second], unreadable: [], generation: null })
  })

  test('appends entries in the order of their taps, even within the same moment', async () => {
    const { store, plant } = create()
    await plant('earlier', newEntry({ awardId: 'earlier', order: 7 }))
    const taps = Array.from({ length: 5 }, () => newEntry({ order: 0 }))
    const stored = await Promise.all(taps.map((tap) => appendAward(store, tap)))
    expect(stored).toEqual(taps.map((tap, index) => ({ ...tap, order: 8 + index })))
    expect(await readAwards(store)).toEqual(expect.arrayContaining(stored))
  })

  test('updates existing entries and does not recreate removed ones', async () => {
    const { store } = create()
    const entry = await appendAward(store, newEntry())
    const changed = { ...entry, attempted: true }
    expect(await store.update([entry.awardId], attempt)).toEqual(
      new Map([[entry.awardId, changed]]),
    )
    expect(await readAwards(store)).toEqual([changed])
    await store.update([entry.awardId], () => null)
    expect(await store.update([entry.awardId], attempt)).toEqual(new Map())
    expect(await store.read()).toEqual({ entries: [], unreadable: [], generation: null })
  })

  test('updates several entries in one transaction: all of them or none', async () => {
    const { store } = create()
    const entries = await Promise.all(
      [newEntry(), newEntry(), newEntry()].map((entry) => appendAward(store, entry)),
    )
    const [first, second, third] = entries.map(({ awardId }) => awardId)
    const change = (entry: OutboxEntry) => (idOf(entry) === first ? null : attempt(entry))
    const outcomes = await store.update([first ?? '', 'never-there', third ?? ''], change)
    expect([...outcomes.keys()]).toEqual([first, third])
    const left = new Map(
      (await readAwards(store)).map(({ awardId, attempted }) => [awardId, attempted]),
    )
    expect(left).toEqual(
      new Map([
        [second, false],
        [third, true],
      ]),
    )
  })

  test('fault 48: restores missing entries, leaves existing ones, and stores the generation', async () => {
    const { store } = create()
    expect((await store.read()).generation).toBeNull()
    const [there, lost] = [await appendAward(store, newEntry()), newEntry({ order: 9 })]
    await store.restore(() => [{ ...there, points: 1 }, lost], 'second')
    expect((await store.read()).generation).toBe('second')
    expect(await readAwards(store)).toEqual(expect.arrayContaining([there, lost]))
    expect((await store.read()).unreadable).toEqual([])
  })

  test('fault 29: an entry of an earlier version without cancellation is read as not cancelled', async () => {
    const { store, plant } = create()
    const { cancelled: _unknown, ...earlier } = newEntry()
    await plant(earlier.awardId, earlier)
    expect(await readAwards(store)).toEqual([{ ...earlier, cancelled: false }])
  })

  test('concurrent updates of different entries are all stored', async () => {
    const { store } = create()
    const entries = Array.from({ length: 20 }, () => newEntry())
    await Promise.all(entries.map((entry) => appendAward(store, entry)))
    await Promise.all(entries.map((entry) => store.update([entry.awardId], attempt)))
    expect((await readAwards(store)).filter((entry) => entry.attempted)).toHaveLength(20)
  })

  test('fault 31: unreadable entries are set aside and reported, and block nothing', async () => {
    const { store, plant } = create()
    await plant('from-tomorrow', { version: 2, awardId: 'from-tomorrow' })
    await plant('broken', 'not an award')
    const entry = await appendAward(store, newEntry())
    await store.update(['broken'], attempt)
    const read = await store.read()
    expect(read.entries).toEqual([entry])
    expect([...read.unreadable].sort()).toEqual(['broken', 'from-tomorrow'])
  })
})

test('fault 29: a database of the first release is migrated and keeps its awards', async () => {
  const name = `outbox-${crypto.randomUUID()}`
  const first = createStrictDatabase({ name, stores: ['awards'], version: 1 })
  const entry = newEntry()
  await set(entry.awardId, entry, first.store('awards'))
  const store = createIndexedDbOutboxStore(openOutboxStores(name))
  await store.restore(() => [], 'first')
  expect(await readAwards(store)).toEqual([entry])
  expect((await store.read()).generation).toBe('first')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('fault 47: storage that does not respond', () => {
  test('rejects after 3 s if the database never opens, and stores nothing when it opens later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const open = indexedDB.open.bind(indexedDB)
    let answer = () => {}
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
      // The test decides when this request's events fire.
      const held = {
        onsuccess: null,
        onerror: null,
        onupgradeneeded: null,
      } as unknown as IDBOpenDBRequest
      answer = () => {
        const real = open(name, version)
        for (const event of ['onupgradeneeded', 'onsuccess'] as const) {
          real[event] = () => {
            Object.assign(held, { result: real.result })
            held[event]?.call(real, new Event(event) as IDBVersionChangeEvent)
          }
        }
      }
      return held
    })
    const store = createIndexedDbOutboxStore(openOutboxStores(`outbox-${crypto.randomUUID()}`))
    const appending = appendAward(store, newEntry())
    const rejected = expect(appending).rejects.toThrow('did not answer within 3000 ms')
    await vi.advanceTimersByTimeAsync(3_000)
    await rejected
    answer()
    vi.useRealTimers()
    expect(await readAwards(store)).toEqual([])
  })

  test('aborts a hanging transaction, so that an award reported as not stored is not stored later', async () => {
    const stores = openOutboxStores(`outbox-${crypto.randomUUID()}`)
    const store = createIndexedDbOutboxStore(stores)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await store.read()
    expect(vi.getTimerCount()).toBe(0)
    const hanging = stores.store('awards')('readwrite', (awards) => {
      // A transaction stays open as long as requests keep being made on it.
      const goOn = () => {
        awards.count().onsuccess = goOn
      }
      goOn()
      awards.put(newEntry(), 'late')
      return new Promise(() => {})
    })
    const ended = vi.fn()
    hanging.catch(ended)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(hanging).rejects.toThrow('did not answer within 3000 ms')
    vi.useRealTimers()
    expect(await store.read()).toEqual({ entries: [], unreadable: [], generation: null })
  })
})

function openOutbox() {
  const stores = openOutboxStores(`outbox-${crypto.randomUUID()}`)
  return { stores, store: createIndexedDbOutboxStore(stores) }
}

describe('a change of the outbox that fails', () => {
  test('changes none of its awards, and says why', async () => {
    const { store } = openOutbox()
    const entries = [await appendAward(store, newEntry()), await appendAward(store, newEntry())]
    const ids = entries.map(({ awardId }) => awardId)
    const failing = store.update(ids, (entry) => {
      if (idOf(entry) === ids[0]) return null
      throw new TypeError('a bug')
    })
    await expect(failing).rejects.toMatchObject({ message: 'a bug' })
    expect(await readAwards(store)).toEqual(expect.arrayContaining(entries))
  })

  test('fault 48: names the reason that the disk gave for refusing the write', async () => {
    const { store } = openOutbox()
    const entry = await appendAward(store, newEntry())
    // On a full disk the request of a write fails; a second write under the same key fails alike.
    const { add } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(add)
    await expect(store.append(entry)).rejects.toMatchObject({ name: 'ConstraintError' })
    vi.restoreAllMocks()
    expect(await readAwards(store)).toEqual([entry])
  })
})

describe('nothing is written', () => {
  test('if there is nothing to change', async () => {
    const { store, stores } = openOutbox()
    const transact = vi.spyOn(stores, 'transact')
    expect(await store.update([], () => null)).toEqual(new Map())
    expect(transact).not.toHaveBeenCalled()
  })

  test('if a change leaves an award unchanged', async () => {
    const { store } = openOutbox()
    const entry = await appendAward(store, newEntry())
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    expect(await store.update([entry.awardId], (stored) => stored)).toEqual(
      new Map([[entry.awardId, entry]]),
    )
    expect(put).not.toHaveBeenCalled()
  })
})

test('fault 31: an unreadable value is reported even under a key that no version of the app writes', async () => {
  const { store, stores } = openOutbox()
  await set(7, 'not an award', stores.store('awards'))
  expect(await store.read()).toEqual({ entries: [], unreadable: ['7'], generation: null })
})

test('storing a tap reads none of the waiting awards, but places it after all of them', async () => {
  const { store, plant } = IMPLEMENTATIONS.IndexedDB?.() ?? {}
  if (store === undefined || plant === undefined) throw new Error('no IndexedDB')
  await plant('earlier', newEntry({ awardId: 'earlier', order: 7 }))
  expect((await appendAward(store, newEntry())).order).toBe(8)
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  expect((await appendAward(store, newEntry())).order).toBe(9)
  expect((await appendAward(store, newEntry(), 20)).order).toBe(21)
  expect((await appendAward(store, newEntry())).order).toBe(22)
  expect(readAll).not.toHaveBeenCalled()
  readAll.mockRestore()
  await store.restore(() => [newEntry({ awardId: 'restored', order: 40 })], 'new')
  expect((await appendAward(store, newEntry())).order).toBe(41)
})
