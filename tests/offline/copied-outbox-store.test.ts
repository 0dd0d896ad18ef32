import { describe, expect, test } from 'vitest'
import { withCopies } from '../../src/offline/copied-outbox-store'
import { createMemoryOutboxStore, type Memory } from '../../src/offline/memory-outbox-store'
import { createOutboxCopies } from '../../src/offline/outbox-copies'
import { newEntry } from './entries'
import { createFakeStorage } from './fake-storage'

/** A device whose database can be lost; its pages share the database and its copies. */
function createTestDevice() {
  const memory: Memory = { stored: new Map(), generation: null }
  const local = new Map<string, string>()
  let generations = 0
  const database = createMemoryOutboxStore(memory)
  return {
    database,
    local,
    openPage: () => withCopies(database, createOutboxCopies(createFakeStorage(local)), () => `generation ${++generations}`),
    /** Evicts the database, as a browser does on a full disk. */
    loseDatabase() {
      memory.stored.clear()
      memory.generation = null
    },
  }
}

describe('fault 48: a database that was lost', () => {
  test('is restored with every waiting award, each marked as possibly sent', async () => {
    const device = createTestDevice()
    const page = device.openPage()
    await page.read()
    const [first, second] = [await page.append(newEntry()), await page.append(newEntry({ teamId: 'sove' }))]
    device.loseDatabase()
    const { entries } = await device.openPage().read()
    const restored = [first, second].map((entry) => ({ ...entry, attempted: true }))
    expect(entries).toEqual(expect.arrayContaining(restored))
    expect(entries).toHaveLength(2)
  })

  test('is restored also while the page stays open', async () => {
    const device = createTestDevice()
    const page = device.openPage()
    await page.read()
    const entry = await page.append(newEntry())
    device.loseDatabase()
    expect((await page.read()).entries.map(({ awardId }) => awardId)).toEqual([entry.awardId])
  })

  test('is restored without awards that were recorded, dismissed or cancelled before', async () => {
    const device = createTestDevice()
    const page = device.openPage()
    await page.read()
    const [recorded, cancelled, kept] = [
      await page.append(newEntry()),
      await page.append(newEntry()),
      await page.append(newEntry()),
    ]
    await page.update([recorded.awardId], () => null)
    expect(await page.cancel(cancelled.awardId)).toBe(true)
    device.loseDatabase()
    expect((await device.openPage().read()).entries.map(({ awardId }) => awardId)).toEqual([kept.awardId])
  })

  test('does not make the app forget to void an award that was cancelled after it was sent', async () => {
    const device = createTestDevice()
    const page = device.openPage()
    await page.read()
    const entry = await page.append(newEntry())
    await page.update([entry.awardId], (stored) => ({ ...stored, attempted: true }))
    expect(await page.cancel(entry.awardId)).toBe(false)
    device.loseDatabase()
    expect((await device.openPage().read()).entries).toEqual([{ ...entry, attempted: true, cancelled: true }])
  })
})

test('awards sent by a worker, which has no access to the copies, are not restored', async () => {
  const device = createTestDevice()
  const page = device.openPage()
  await page.read()
  const entry = await page.append(newEntry())
  await device.database.update([entry.awardId], () => null)
  expect((await page.read()).entries).toEqual([])
  device.loseDatabase()
  expect((await device.openPage().read()).entries).toEqual([])
})

test('awards of the first release, which made no copies, are copied at the first read', async () => {
  const device = createTestDevice()
  const entry = await device.database.append(newEntry())
  await device.openPage().read()
  device.loseDatabase()
  expect((await device.openPage().read()).entries.map(({ awardId }) => awardId)).toEqual([entry.awardId])
})

test('a cancellation interrupted by a reload is completed at the next start', async () => {
  const device = createTestDevice()
  const page = device.openPage()
  await page.read()
  const entry = await page.append(newEntry())
  const { update } = device.database
  device.database.update = () => new Promise(() => {})
  // The page ends before its storage responds.
  void page.cancel(entry.awardId)
  device.database.update = update
  expect((await device.openPage().read()).entries).toEqual([])
})

test('a cancellation that storage rejects reports the error and is completed once storage responds', async () => {
  const device = createTestDevice()
  const page = device.openPage()
  await page.read()
  const entry = await page.append(newEntry())
  const { update } = device.database
  device.database.update = () => Promise.reject(new DOMException('lost', 'UnknownError'))
  await expect(page.cancel(entry.awardId)).rejects.toThrow('lost')
  device.database.update = update
  expect((await page.read()).entries).toEqual([])
})

test('without local storage the outbox works without copies', async () => {
  const database = createMemoryOutboxStore()
  const store = withCopies(database, createOutboxCopies(null), () => 'generation')
  const entry = await store.append(newEntry())
  expect((await store.read()).entries).toEqual([entry])
  expect(await store.cancel(entry.awardId)).toBe(true)
  expect((await store.read()).entries).toEqual([])
})
