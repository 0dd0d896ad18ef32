import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { describe, expect, test } from 'vitest'
import { createIndexedDbOutboxStore } from '../../src/offline/indexed-db-outbox-store'
import { createMemoryOutboxStore } from '../../src/offline/memory-outbox-store'
import type { OutboxStore } from '../../src/offline/outbox-store'
import { createStrictStore } from '../../src/offline/strict-store'
import { newEntry } from './entries'

interface Fixture {
  readonly store: OutboxStore
  /** Puts anything under a key, as an older or newer app might have. */
  plant(key: string, value: unknown): Promise<void>
}

const IMPLEMENTATIONS: Record<string, () => Fixture> = {
  memory: () => {
    const stored = new Map<string, unknown>()
    return { store: createMemoryOutboxStore(stored), plant: async (key, value) => void stored.set(key, value) }
  },
  IndexedDB: () => {
    const store = createStrictStore(`outbox-${crypto.randomUUID()}`, 'awards')
    return { store: createIndexedDbOutboxStore(store), plant: (key, value) => set(key, value, store) }
  },
}

describe.each(Object.entries(IMPLEMENTATIONS))('an outbox in %s', (_name, create) => {
  test('keeps what was added, whole, until it is removed', async () => {
    const { store } = create()
    const first = await store.append(newEntry())
    const second = await store.append(newEntry({ teamId: 'sove' }))
    expect((await store.read()).entries).toEqual(expect.arrayContaining([first, second]))
    expect(await store.take(first.awardId, () => true)).toBe(true)
    expect(await store.read()).toEqual({ entries: [second], unreadable: [] })
  })

  test('puts each behind all that lie there, and those of one moment in the order of their taps', async () => {
    const { store, plant } = create()
    await plant('earlier', newEntry({ awardId: 'earlier', order: 7 }))
    const taps = Array.from({ length: 5 }, () => newEntry({ order: 0 }))
    const stored = await Promise.all(taps.map((tap) => store.append(tap)))
    expect(stored).toEqual(taps.map((tap, index) => ({ ...tap, order: 8 + index })))
    expect((await store.read()).entries).toEqual(expect.arrayContaining(stored))
  })

  test('changes an entry that is there, and brings none back that is gone', async () => {
    const { store } = create()
    const entry = await store.append(newEntry())
    const changed = await store.change(entry.awardId, (stored) => ({ ...stored, attempted: true }))
    expect(changed).toEqual({ ...entry, attempted: true })
    expect((await store.read()).entries).toEqual([changed])
    await store.take(entry.awardId, () => true)
    expect(await store.change(entry.awardId, (stored) => ({ ...stored, attempted: true }))).toBeNull()
    expect(await store.read()).toEqual({ entries: [], unreadable: [] })
  })

  test('gives up an entry only as it was expected to be', async () => {
    const { store } = create()
    const entry = await store.append(newEntry({ attempted: true }))
    expect(await store.take(entry.awardId, (stored) => !stored.attempted)).toBe(false)
    expect((await store.read()).entries).toEqual([entry])
    expect(await store.take('never-there', () => true)).toBe(false)
  })

  test('fault 29: an entry of an earlier version, which knew of no taking back, is read as one that is wanted', async () => {
    const { store, plant } = create()
    const { cancelled: _unknown, ...earlier } = newEntry()
    await plant(earlier.awardId, earlier)
    expect((await store.read()).entries).toEqual([{ ...earlier, cancelled: false }])
  })

  test('concurrent changes of different entries lose none', async () => {
    const { store } = create()
    const entries = Array.from({ length: 20 }, () => newEntry())
    await Promise.all(entries.map((entry) => store.append(entry)))
    await Promise.all(entries.map((entry) => store.change(entry.awardId, (stored) => ({ ...stored, attempted: true }))))
    expect((await store.read()).entries.filter((entry) => entry.attempted)).toHaveLength(20)
  })

  test('fault 31: what cannot be read is kept aside and named, and blocks nothing', async () => {
    const { store, plant } = create()
    await plant('from-tomorrow', { version: 2, awardId: 'from-tomorrow' })
    await plant('broken', 'not an award')
    const entry = await store.append(newEntry())
    await store.change('broken', (stored) => ({ ...stored, attempted: true }))
    const read = await store.read()
    expect(read.entries).toEqual([entry])
    expect([...read.unreadable].sort()).toEqual(['broken', 'from-tomorrow'])
  })
})

test('fault 25: a connection that was closed under the app is opened again, once', async () => {
  const connections: IDBDatabase[] = []
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  }
  try {
    const store = createIndexedDbOutboxStore(createStrictStore(`outbox-${crypto.randomUUID()}`, 'awards'))
    const [before, after] = [newEntry(), newEntry()]
    await store.append(before)
    for (const connection of connections) connection.close()
    await store.append(after)
    expect((await store.read()).entries).toHaveLength(2)
    expect(connections).toHaveLength(2)
  } finally {
    indexedDB.open = open
  }
})
