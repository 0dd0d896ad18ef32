import 'fake-indexeddb/auto'
import { values } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { createStrictDatabase } from '../../src/api/indexed-db'
import { createIndexedDbOutboxStore, openOutboxStores, takeOver } from '../../src/offline/store'

const made = { wall: 1, forward: 1, pageLife: 'one', serverTime: null, lastContact: null }
const scan = {
  version: 1,
  scanId: 's1',
  userId: 'ana',
  nfcId: 'zmaj',
  made,
  fate: { is: 'free-tag' },
}
const copy = {
  version: 1,
  voucher: 'v.1',
  userId: '',
  awardId: 'a1',
  vendorId: 'arkade',
  teamId: 'vukovi',
  pointType: 'pobjeda',
  fate: { is: 'waiting' },
}

/** A phone with the databases of the release before. */
async function earlierPhone(scans: readonly object[], copies: readonly object[]) {
  const stores = [
    createStrictDatabase({ name: 'geek-scans', stores: ['scans'], version: 1 }).store('scans'),
    createStrictDatabase({ name: 'geek-vouchers', stores: ['vouchers'], version: 1 }).store(
      'vouchers',
    ),
  ] as const
  for (const [index, entries] of [scans, copies].entries()) {
    await stores[index]?.('readwrite', (store) => {
      for (const [key, entry] of entries.entries()) store.put(entry, `key ${key}`)
      return new Promise((resolve) => {
        store.transaction.oncomplete = resolve
      })
    })
  }
  return {
    scans: stores[0],
    store: createIndexedDbOutboxStore(openOutboxStores(`outbox-${crypto.randomUUID()}`)),
  }
}

const databases = async () =>
  (await indexedDB.databases())
    .map(({ name }) => name)
    .filter((name) => /scans|vouchers/.test(name ?? ''))

beforeEach(async () => {
  for (const name of ['geek-scans', 'geek-vouchers']) indexedDB.deleteDatabase(name)
})

test('fault 29: scans and copies of the release before are in the outbox, whole, and their own databases end', async () => {
  const { store } = await earlierPhone([scan], [copy])
  await takeOver(store)
  expect((await store.read()).entries).toEqual([
    { ...scan, kind: 'scan', order: 1 },
    { ...copy, kind: 'copy', order: 2 },
  ])
  await expect.poll(databases).toEqual([])
  await takeOver(store)
  expect((await store.read()).entries).toHaveLength(2)
})

test('faults 29 and 31: what cannot be read stays where it is, and holds up nothing', async () => {
  const unread = { version: 2, scanId: 's2' }
  const { store, scans } = await earlierPhone([unread, scan], [])
  await takeOver(store)
  expect((await store.read()).entries).toMatchObject([{ scanId: 's1' }])
  expect(await values(scans)).toEqual([unread])
})

test('fault 26: what the outbox cannot store stays where it is', async () => {
  const { scans } = await earlierPhone([scan], [])
  await expect(
    takeOver({ append: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }),
  ).rejects.toThrow('full')
  expect(await values(scans)).toEqual([scan])
})
