import { describe, expect, test } from 'vitest'
import { type AwardEntry, changeAward } from '../../src/offline/entry'
import { createMirror, type MirroredOutboxStore, withMirror } from '../../src/offline/mirror'
import { createTestDevice } from './device-with-mirror'
import { appendAward, newEntry, readAwards, setting } from './entries'
import { createFakeStorage } from './fake-storage'
import { createMemoryOutboxStore } from './memory-store'

/** A device with a page that has already read its outbox. */
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
  test.each(['at the next start', 'while the page lives on'])(
    'comes back %s with all waiting awards, sent or not',
    async (when) => {
      const { device, page } = await openDevice()
      const [first, second] = [
        await appendAward(page, newEntry()),
        await appendAward(page, newEntry({ teamId: 'sove' })),
      ]
      device.loseDatabase()
      const { entries } = await (when === 'at the next start' ? device.openPage() : page).read()
      const restored = [first, second].map((entry) => ({ ...entry, attempted: true }))
      expect(entries).toEqual(expect.arrayContaining(restored))
      expect(entries).toHaveLength(2)
    },
  )

  test('comes back without awards that were recorded, dismissed or cancelled before', async () => {
    const { device, page } = await openDevice()
    const [recorded, cancelled, waiting] = [
      await appendAward(page, newEntry()),
      await appendAward(page, newEntry()),
      await appendAward(page, newEntry()),
    ]
    await page.update([recorded.awardId], () => null)
    expect(await page.cancel(cancelled.awardId)).toBe(true)
    device.loseDatabase()
    expect(await foundBy(device.openPage())).toEqual([waiting.awardId])
  })

  test.each(['at the next start', 'while the page lives on'])(
    'comes back %s with the cancellation of an award that was cancelled after the loss',
    async (when) => {
      const { device, page } = await openDevice()
      const entry = await appendAward(page, newEntry())
      device.loseDatabase()
      if (when === 'at the next start') {
        const { update } = device.database
        device.database.update = () => new Promise(() => {})
        // The page ends before its storage responds.
        void page.cancel(entry.awardId)
        device.database.update = update
      } else expect(await page.cancel(entry.awardId)).toBe(false)
      const found = await readAwards(when === 'at the next start' ? device.openPage() : page)
      expect(found).toEqual([{ ...entry, attempted: true, cancelled: true }])
      // The mirror forgets a completed cancellation, which must cancel no later award.
      expect(device.local.has(`geek-outbox-cancel:${entry.awardId}`)).toBe(false)
    },
  )
})

describe('faults 48 and 50: a restored award keeps the time that was settled for it', () => {
  const settledAt = 1_000
  const untimed = () => newEntry({ made: { ...newEntry().made, serverTime: null } })
  const settle = (entry: AwardEntry): AwardEntry => ({
    ...entry,
    made: { ...entry.made, serverTime: settledAt },
  })
  async function restoredTime(device: ReturnType<typeof createTestDevice>) {
    device.loseDatabase()
    return (await readAwards(device.openPage())).map(({ made }) => made.serverTime)
  }

  test('by the worker, which has no mirror', async () => {
    const { device, page } = await openDevice()
    const entry = await appendAward(page, untimed())
    await device.database.update([entry.awardId], changeAward(settle))
    await page.read()
    expect(await restoredTime(device)).toEqual([settledAt])
  })
})

test('awards that the worker sent do not come back, although the worker has no mirror', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  await device.database.update([entry.awardId], () => null)
  expect(await readAwards(page)).toEqual([])
  device.loseDatabase()
  expect(await readAwards(device.openPage())).toEqual([])
})

test('a tab that froze while reading does not remove the copy of an award that another tab stored since', async () => {
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

test('fault 48: if the database was replaced by another, the new one gets the awards of the mirror', async () => {
  const { memory, openPage } = createTestDevice()
  const page = openPage()
  await page.read()
  const entry = await appendAward(page, newEntry())
  memory.stored.clear()
  memory.generation = 'of a backup'
  expect(await foundBy(openPage())).toEqual([entry.awardId])
})

test('fault 48: lost awards come back even if local storage is full and keeps the old generation', async () => {
  const { memory, database, local, loseDatabase } = createTestDevice()
  const storage = createFakeStorage(local)
  let generations = 0
  const page = withMirror(database, createMirror(storage), () => {
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

test('a page whose local storage was cleared mirrors the awards anew and leaves the database as it is', async () => {
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

test('fault 79: a cancel keeps the time of its first tap, through a reload and a lost database', async () => {
  const { device, page } = await openDevice()
  const entry = await appendAward(page, newEntry())
  const attempted = (await page.update([entry.awardId], setting({ attempted: true }))).get(
    entry.awardId,
  )
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

const REFUSES_ALL = new Proxy(createFakeStorage(), {
  get: () => {
    throw new DOMException('refused', 'SecurityError')
  },
})

test.each([
  ['has no local storage', null],
  ['refuses every use of local storage', REFUSES_ALL],
])('a device that %s works without a mirror', async (_what, storage) => {
  const database = createMemoryOutboxStore()
  let restored = 0
  const { restore } = database
  database.restore = async (...args) => {
    restored++
    await restore(...args)
  }
  const store = withMirror(database, createMirror(storage), () => 'generation')
  const entry = await appendAward(store, newEntry())
  expect(await readAwards(store)).toEqual([entry])
  expect(await store.cancel(entry.awardId)).toBe(true)
  expect(await readAwards(store)).toEqual([])
  await appendAward(store, newEntry())
  // Restore runs only at the first read, because without a mirror nothing can be lost again.
  expect(restored).toBe(1)
})

test('a tap costs one write, and a read that finds nothing new writes nothing, because storage is slow', async () => {
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
  await page.update([awardId], setting({ attempted: true }))
  await page.read()
  expect(written).toEqual([`geek-outbox-copy:${awardId}`])
})

describe('the mirror of waiting awards', () => {
  const COPY = 'geek-outbox-copy:'
  const copyOf = (local: Map<string, string>, awardId: string) =>
    JSON.parse(local.get(COPY + awardId) ?? 'null') as AwardEntry | null

  test('fault 48: an award stored while another page recreates the database is in the new database too', async () => {
    const { database, local, openPage, loseDatabase } = createTestDevice()
    const page = openPage()
    await page.read()
    const { append } = database
    database.append = async (entry, lastOrder) => {
      const stored = await append(entry, lastOrder)
      // The award was stored in the lost database, and the other page does not know it.
      loseDatabase()
      await openPage().read()
      return stored
    }
    const award = newEntry()
    await appendAward(page, award)
    database.append = append
    expect((await readAwards(database)).map(({ awardId }) => awardId)).toEqual([award.awardId])
    expect(copyOf(local, award.awardId)?.awardId).toBe(award.awardId)
  })

  test('fault 48: an award made after the loss is ordered after awards that are only in the mirror', async () => {
    const { openPage, loseDatabase } = createTestDevice()
    const page = openPage()
    for (let taps = 0; taps < 3; taps++) await appendAward(page, newEntry())
    loseDatabase()
    // A page that has read nothing takes the order from the mirror, any other from its own state.
    expect((await openPage().append(newEntry())).order).toBe(4)
    loseDatabase()
    expect((await appendAward(page, newEntry())).order).toBeGreaterThanOrEqual(4)
  })

  test('copies a settled time and a refusal, but not that an award was attempted', async () => {
    const { local, openPage } = createTestDevice()
    const page = openPage()
    const { made } = newEntry()
    const award = newEntry({ made: { ...made, serverTime: null } })
    await appendAward(page, award)
    await page.update([award.awardId], setting({ attempted: true }))
    expect(copyOf(local, award.awardId)).toMatchObject({
      attempted: false,
      made: { serverTime: null },
    })
    await page.update([award.awardId], setting({ made: { ...made, serverTime: 42 } }))
    expect(copyOf(local, award.awardId)).toMatchObject({ made: { serverTime: 42 } })
    await page.update([award.awardId], setting({ refusal: { code: 'COOLDOWN', reason: 'Pauza.' } }))
    expect(copyOf(local, award.awardId)).toMatchObject({
      refusal: { code: 'COOLDOWN', reason: 'Pauza.' },
    })
  })

  test('fault 48: a page that froze while reading restores no copy of an award that was cancelled meanwhile', async () => {
    const { database, local, openPage, loseDatabase } = createTestDevice()
    const [frozen, other] = [openPage(), openPage()]
    await frozen.read()
    const award = newEntry()
    await appendAward(other, award)
    const { read: readNow } = database
    database.read = async () => {
      const read = await readNow()
      database.read = readNow
      expect(await other.cancel(award.awardId)).toBe(true)
      return read
    }
    await frozen.read()
    expect(copyOf(local, award.awardId)).toBeNull()
    loseDatabase()
    expect(await readAwards(openPage())).toEqual([])
  })

  /**
   * A page appends `award` and freezes before the store answers. Meanwhile `meanwhile` runs on
   * another page. Afterwards the database is lost. Returns the awards that come back.
   */
  async function loseAfterFrozenAppend(
    award: ReturnType<typeof newEntry>,
    meanwhile: (other: MirroredOutboxStore) => Promise<unknown>,
  ) {
    const { database, openPage, loseDatabase } = createTestDevice()
    const [frozen, other] = [openPage(), openPage()]
    await frozen.read()
    const { append } = database
    database.append = async (entry, lastOrder) => {
      const stored = await append(entry, lastOrder)
      database.append = append
      await other.read()
      await meanwhile(other)
      return stored
    }
    await appendAward(frozen, award)
    loseDatabase()
    return await readAwards(openPage())
  }

  test('fault 48: a page that froze while storing an award does not restore it if it was cancelled unsent', async () => {
    const award = newEntry()
    const left = await loseAfterFrozenAppend(award, (page) => page.cancel(award.awardId))
    expect(left).toEqual([])
  })

  test('fault 48: a page that froze while storing an award does not undo the cancellation of the sent award', async () => {
    const award = newEntry()
    const left = await loseAfterFrozenAppend(award, async (page) => {
      await page.update([award.awardId], setting({ attempted: true }))
      await page.cancel(award.awardId)
    })
    expect(left).toMatchObject([{ awardId: award.awardId, cancelled: true }])
  })
})

describe('fault 48: the mirror of waiting awards in local storage', () => {
  test('remembers the last fifty awards that were sent without being stored, each until it is cancelled', () => {
    const { sentUnstored } = createMirror(createFakeStorage())
    const ids = Array.from({ length: 51 }, (_, index) => `award ${index}`)
    for (const id of ids) sentUnstored.add(id)
    sentUnstored.remove('award 5')
    expect(ids.filter((id) => !sentUnstored.has(id))).toEqual(['award 0', 'award 5'])
  })

  test.each([
    ['is not JSON', 'cut o'],
    ['is of another version of the app', '{"version":2}'],
  ])('ignores a copy that %s, and still reads the others', (_what, text) => {
    const local = new Map([['geek-outbox-copy:broken', text]])
    const mirror = createMirror(createFakeStorage(local))
    const entry = newEntry()
    mirror.put(entry)
    expect(mirror.entries()).toEqual([entry])
  })
})
