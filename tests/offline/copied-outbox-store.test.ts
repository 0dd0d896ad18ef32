import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/entry'
import { createOutboxCopies, withCopies } from '../../src/offline/journal'
import { changeAward } from '../../src/offline/store'
import { createTestDevice } from './device-with-copies'
import { appendAward, newEntry, readAwards } from './entries'
import { createFakeStorage } from './fake-storage'
import { createMemoryOutboxStore } from './memory-store'

/** A device with a page that has looked at its outbox. */
async function openDevice() {
  const device = createTestDevice()
  const page = device.openPage()
  await page.read()
  return { device, page }
}

async function foundBy(page: Awaited<ReturnType<typeof openDevice>>['page']): Promise<string[]> {
  return (await readAwards(page)).map(({ awardId }) => awardId)
}

describe('fault 48: a database that was lost', () => {
  test.each(['at the next start', 'while the page lives on'])('comes back %s with all that waited, sent or not', async (when) => {
    const { device, page } = await openDevice()
    const [first, second] = [await appendAward(page, newEntry()), await appendAward(page, newEntry({ teamId: 'sove' }))]
    device.loseDatabase()
    const { entries } = await (when === 'at the next start' ? device.openPage() : page).read()
    const restored = [first, second].map((entry) => ({ ...entry, attempted: true }))
    expect(entries).toEqual(expect.arrayContaining(restored))
    expect(entries).toHaveLength(2)
  })

  test('comes back without what was recorded, dismissed or cancelled before', async () => {
    const { device, page } = await openDevice()
    const [recorded, cancelled, kept] = [
      await appendAward(page, newEntry()),
      await appendAward(page, newEntry()),
      await appendAward(page, newEntry()),
    ]
    await page.update([recorded.awardId], () => null)
    expect(await page.cancel(cancelled.awardId)).toBe(true)
    device.loseDatabase()
    expect(await foundBy(device.openPage())).toEqual([kept.awardId])
  })

  test('is voided, not forgotten, where an award was cancelled after it was sent', async () => {
    const { device, page } = await openDevice()
    const entry = await appendAward(page, newEntry())
    await page.update(
      [entry.awardId],
      changeAward((stored) => ({ ...stored, attempted: true })),
    )
    expect(await page.cancel(entry.awardId)).toBe(false)
    device.loseDatabase()
    expect(await readAwards(device.openPage())).toEqual([{ ...entry, attempted: true, cancelled: true }])
  })
})

describe('faults 48 and 50: a restored award keeps the time that was settled for it', () => {
  const settledAt = 1_000
  const untimed = () => newEntry({ made: { ...newEntry().made, serverTime: null } })
  const settle = (entry: OutboxEntry): OutboxEntry => ({ ...entry, made: { ...entry.made, serverTime: settledAt } })
  async function restoredTime(device: ReturnType<typeof createTestDevice>) {
    device.loseDatabase()
    return (await readAwards(device.openPage())).map(({ made }) => made.serverTime)
  }

  test('by this page', async () => {
    const { device, page } = await openDevice()
    const entry = await appendAward(page, untimed())
    await page.update([entry.awardId], changeAward(settle))
    expect(await restoredTime(device)).toEqual([settledAt])
  })

  test('by the worker, which has no copies', async () => {
    const { device, page } = await openDevice()
    const entry = await appendAward(page, untimed())
    await device.database.update([entry.awardId], changeAward(settle))
    await page.read()
    expect(await restoredTime(device)).toEqual([settledAt])
  })
})

test('what a worker sent, which has no copies, does not come back', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  await device.database.update([entry.awardId], () => null)
  expect(await readAwards(page)).toEqual([])
  device.loseDatabase()
  expect(await readAwards(device.openPage())).toEqual([])
})

test('a tab that froze while it read does not remove the copy of what another tab has stored since', async () => {
  const device = createTestDevice()
  const frozen = device.openPage()
  await frozen.read()
  const { read: readNow } = device.database
  const thawed = Promise.withResolvers<void>()
  device.database.read = async () => {
    const read = await readNow()
    await thawed.promise
    return read
  }
  const reading = frozen.read()
  await Promise.resolve()
  device.database.read = readNow
  const entry = await appendAward(device.openPage(), newEntry())
  thawed.resolve()
  await reading
  device.loseDatabase()
  expect(await foundBy(device.openPage())).toEqual([entry.awardId])
})

test.each([
  ['without a time of the server', null],
  ['with one', 42],
])('awards of the first release, which made no copies, are copied at the first look, %s', async (_what, serverTime) => {
  const device = createTestDevice()
  const entry = await appendAward(device.database, newEntry({ made: { ...newEntry().made, serverTime } }))
  await device.openPage().read()
  device.loseDatabase()
  expect(await foundBy(device.openPage())).toEqual([entry.awardId])
})

test('fault 48: a database that another one was put in the place of gets the awards of the copies', async () => {
  const { memory, openPage } = createTestDevice()
  const page = openPage()
  await page.read()
  const entry = await appendAward(page, newEntry())
  memory.stored.clear()
  memory.generation = 'of a backup'
  expect(await foundBy(openPage())).toEqual([entry.awardId])
})

test('fault 48: where local storage is full and keeps the old generation, the lost awards come back all the same', async () => {
  const { memory, database, local, loseDatabase } = createTestDevice()
  const storage = createFakeStorage(local)
  let generations = 0
  const page = withCopies(database, createOutboxCopies(storage), () => {
    if (++generations > 3) throw new Error('restores without end')
    return `generation ${generations}`
  })
  await page.read()
  const entry = await appendAward(page, newEntry())
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  loseDatabase()
  expect(await foundBy(page)).toEqual([entry.awardId])
  expect([generations, memory.generation]).toEqual([2, 'generation 2'])
})

test('a page whose local storage was cleared copies the awards anew and leaves the database as it is', async () => {
  const { database, memory, local, openPage } = createTestDevice()
  await openPage().read()
  const entry = await appendAward(openPage(), newEntry())
  local.clear()
  expect(await readAwards(openPage())).toEqual([entry])
  expect(memory.generation).toBe('generation 1')
  expect(local.get('geek-outbox-generation')).toBe('generation 1')
  expect([...local.keys()]).toContain(`geek-outbox-copy:${entry.awardId}`)
  expect(await readAwards(database)).toEqual([entry])
})

test('the order of taps goes on after everything was sent, whatever became of the database', async () => {
  const { openPage, loseDatabase } = createTestDevice()
  const page = openPage()
  for (let taps = 0; taps < 3; taps++) await page.update([(await appendAward(page, newEntry())).awardId], () => null)
  await page.read()
  loseDatabase()
  expect((await appendAward(page, newEntry())).order).toBe(4)
})

test('a cancel that a reload interrupted is carried out at the next start', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  const { update } = device.database
  device.database.update = () => new Promise(() => {})
  // The page ends before its storage answers.
  void page.cancel(entry.awardId)
  device.database.update = update
  expect(await readAwards(device.openPage())).toEqual([])
})

test('fault 79: a cancel keeps the time of its first tap, through a reload and a lost database', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  const attempted = (
    await page.update(
      [entry.awardId],
      changeAward((stored) => ({ ...stored, attempted: true })),
    )
  ).get(entry.awardId)
  const at = (forward: number) => ({ ...entry.made, forward })
  const { update } = device.database
  device.database.update = () => new Promise(() => {})
  void page.cancel(entry.awardId, at(60_000))
  device.database.update = update
  const next = device.openPage()
  const cancelled = { ...attempted, cancelled: true, cancelMade: at(60_000) }
  expect(await readAwards(next)).toEqual([cancelled])
  await next.cancel(entry.awardId, at(90_000))
  device.loseDatabase()
  expect(await readAwards(device.openPage())).toEqual([cancelled])
})

test('a cancel that storage refused says so, and is carried out once storage answers', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  const { update } = device.database
  device.database.update = () => Promise.reject(new DOMException('lost', 'UnknownError'))
  await expect(page.cancel(entry.awardId)).rejects.toThrow('lost')
  device.database.update = update
  expect(await readAwards(page)).toEqual([])
})

test('a device that refuses local storage works as without copies', async () => {
  const database = createMemoryOutboxStore()
  let restored = 0
  const { restore } = database
  database.restore = async (...args) => {
    restored++
    await restore(...args)
  }
  const store = withCopies(database, createOutboxCopies(null), () => 'generation')
  const entry = await appendAward(store, newEntry())
  expect(await readAwards(store)).toEqual([entry])
  expect(await store.cancel(entry.awardId)).toBe(true)
  expect(await readAwards(store)).toEqual([])
  await appendAward(store, newEntry())
  // At the first look only: the database belongs to no copies.
  expect(restored).toBe(1)
})

test('storage is slow: a tap is one write, and a look that finds nothing new copies nothing', async () => {
  const { database, local, openPage } = createTestDevice()
  const page = openPage()
  await page.read()
  const written: string[] = []
  const { restore } = database
  database.restore = async (...args) => {
    written.push('database')
    await restore(...args)
  }
  const { set } = local
  local.set = (key, value) => {
    written.push(key)
    return set.call(local, key, value)
  }
  const { awardId } = await appendAward(page, newEntry())
  await page.read()
  await page.update(
    [awardId],
    changeAward((entry) => ({ ...entry, attempted: true })),
  )
  await page.read()
  expect(written).toEqual([`geek-outbox-copy:${awardId}`])
})
