import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/entry'
import type { CopiedOutboxStore } from '../../src/offline/journal'
import { changeAward } from '../../src/offline/store'
import { createTestDevice } from './device-with-copies'
import { appendAward, newEntry, readAwards } from './entries'

describe('the copies of waiting awards', () => {
  const COPY = 'geek-outbox-copy:'
  const copyOf = (local: Map<string, string>, awardId: string) =>
    JSON.parse(local.get(COPY + awardId) ?? 'null') as OutboxEntry | null

  test('fault 48: what is stored while another page makes the database anew is stored in that one too', async () => {
    const { database, local, openPage, loseDatabase } = createTestDevice()
    const page = openPage()
    await page.read()
    const { append } = database
    database.append = async (entry, lastOrder) => {
      const stored = await append(entry, lastOrder)
      // It was stored in the database that is lost now, and another page does not know it.
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

  test('fault 48: an award after the loss stands behind those that are only in the copies', async () => {
    const { openPage, loseDatabase } = createTestDevice()
    const page = openPage()
    for (let taps = 0; taps < 3; taps++) await appendAward(page, newEntry())
    loseDatabase()
    // A page that has read nothing yet knows the order from the copies, one that has from its own.
    expect((await openPage().append(newEntry())).order).toBe(4)
    loseDatabase()
    expect((await appendAward(page, newEntry())).order).toBeGreaterThanOrEqual(4)
  })

  test('follow a settled time, a refusal and a cancellation, and nothing that a replay would tell anyway', async () => {
    const { local, openPage } = createTestDevice()
    const page = openPage()
    const { made } = newEntry()
    const award = newEntry({ made: { ...made, serverTime: null } })
    await appendAward(page, award)
    await page.update(
      [award.awardId],
      changeAward((entry) => ({ ...entry, attempted: true })),
    )
    expect(copyOf(local, award.awardId)).toMatchObject({ attempted: false, made: { serverTime: null } })
    await page.update(
      [award.awardId],
      changeAward((entry) => ({ ...entry, made: { ...entry.made, serverTime: 42 } })),
    )
    expect(copyOf(local, award.awardId)).toMatchObject({ made: { serverTime: 42 } })
    await page.update(
      [award.awardId],
      changeAward((entry) => ({ ...entry, refusal: { code: 'COOLDOWN', reason: 'Pauza.' } })),
    )
    expect(copyOf(local, award.awardId)).toMatchObject({ refusal: { code: 'COOLDOWN', reason: 'Pauza.' } })
  })

  test('fault 48: a page that froze while it read brings back no copy of an award that was taken back meanwhile', async () => {
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

  /** A page appends `award` and freezes before it hears of it; `meanwhile` happens on another page, then the database is lost. */
  async function loseAfterFrozenAppend(
    award: ReturnType<typeof newEntry>,
    meanwhile: (other: CopiedOutboxStore) => Promise<unknown>,
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
    return { other, loseDatabase, left: await readAwards(openPage()) }
  }

  test('fault 48: a page that froze while it stored an award brings it not back when it was taken back unsent', async () => {
    const award = newEntry()
    const { left, other, loseDatabase } = await loseAfterFrozenAppend(award, (page) => page.cancel(award.awardId))
    expect(left).toEqual([])
    // Given again, it is kept like any other.
    await appendAward(other, award)
    loseDatabase()
    expect(await readAwards(other)).toMatchObject([{ awardId: award.awardId, cancelled: false }])
  })

  test('fault 48: a page that froze while it stored an award does not undo its cancellation after it was sent', async () => {
    const award = newEntry()
    const { left } = await loseAfterFrozenAppend(award, async (page) => {
      await page.update(
        [award.awardId],
        changeAward((entry) => ({ ...entry, attempted: true })),
      )
      await page.cancel(award.awardId)
    })
    expect(left).toMatchObject([{ awardId: award.awardId, cancelled: true }])
  })
})
