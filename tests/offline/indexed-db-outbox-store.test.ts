import { idOf } from '../../src/offline/entry'
import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIndexedDbOutboxStore, openOutboxStores } from '../../src/offline/indexed-db-store'
import { appendAward, newEntry, readAwards } from './entries'

afterEach(() => vi.restoreAllMocks())

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
    // A second write under a key that exists fails as one on a full disk does: by the request's error.
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

  test('to an award that a change leaves as it is', async () => {
    const { store } = openOutbox()
    const entry = await appendAward(store, newEntry())
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    expect(await store.update([entry.awardId], (stored) => stored)).toEqual(new Map([[entry.awardId, entry]]))
    expect(put).not.toHaveBeenCalled()
  })
})

test('fault 31: an unreadable value is reported also under a key that no version of the app writes', async () => {
  const { store, stores } = openOutbox()
  await set(7, 'not an award', stores.store('awards'))
  expect(await store.read()).toEqual({ entries: [], unreadable: ['7'], generation: null })
})
