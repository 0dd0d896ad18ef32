import { changeAward } from '../../src/offline/store'
import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '../../src/api/indexed-db'
import { createIndexedDbOutboxStore, openOutboxStores } from '../../src/offline/indexed-db-store'
import { appendAward, newEntry } from './entries'

/** What a page hears when it is left, and when somebody comes back to it. */
let page = new EventTarget()
const leave = () => page.dispatchEvent(new Event('pagehide'))
const comeBack = () => page.dispatchEvent(new Event('pageshow'))

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

function openThings() {
  const database = createDatabase({ name: crypto.randomUUID(), stores: ['things'], version: 1, durability: 'relaxed' })
  return { database, things: database.store('things') }
}

test('fault 70: a page that is left drops what it has not finished, closes its connection, and begins nothing before it is back', async () => {
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
  expect(() => connection.transaction('things')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(isDone).toBe(false)
  comeBack()
  await later
  expect(await get('a', things)).toBe(2)
})

test('fault 70: a page that is left while its database opens reads once it is back', async () => {
  const { things } = openThings()
  const reading = get('a', things)
  leave()
  comeBack()
  expect(await reading).toBeUndefined()
})

test('fault 70: an award is committed with its last request, without waiting for the page', async () => {
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
  const store = createIndexedDbOutboxStore(openOutboxStores(crypto.randomUUID()))
  const entry = await appendAward(store, newEntry())
  await store.update(
    [entry.awardId],
    changeAward((one) => ({ ...one, attempted: true })),
  )
  await store.restore(() => [], 'first')
  expect(commit).toHaveBeenCalledTimes(3)
})
