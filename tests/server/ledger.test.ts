import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EARLIEST_MS, LATEST_MS } from '#rules/time-range'
import { isoTime, localTime } from '#server/time'
import { atTheBooth } from '../support/booth'
import { onEachEngine } from '../support/use-game'

onEachEngine('rule 7: the database keeps the ledger append-only', (game, _engine) => {
  /** One voided award and one that counts. */
  async function recorded() {
    const { team, staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const [counting, voided] = [award(), award()]
    for (const sent of [counting, voided]) await staff.api.ok('awardPoints', sent)
    await staff.api.ok('voidAward', { award_id: voided.award_id })
    return { team, voided }
  }

  const rows = async () => [
    await game.db.read.selectFrom('awards').selectAll().orderBy('award_id').execute(),
    await game.db.read.selectFrom('voids').selectAll().orderBy('award_id').execute(),
  ]

  test.each([
    ['changing points', sql`update awards set points = 1000`],
    ['changing the giver', sql`update awards set user_id = 'luka'`],
    ['changing the time made', sql`update awards set awarded_at = awarded_at - 1`],
    ['deleting awards', sql`delete from awards`],
    ['changing who voided', sql`update voids set user_id = 'luka'`],
    ['deleting a void', sql`delete from voids`],
  ])('%s is refused and leaves no trace', async (_what, statement) => {
    await recorded()
    const before = await rows()
    await expect(game.db.write({ on: 'event' }, (db) => statement.execute(db))).rejects.toThrow('the ledger is append-only')
    expect(await rows()).toEqual(before)
  })

  test('one award_id cannot be recorded twice', async () => {
    const { team, voided } = await recorded()
    const twice = game.db.write({ on: 'ledger', teamIds: [team.id] }, async (db) => {
      const row = await db.selectFrom('awards').where('award_id', '=', voided.award_id).selectAll().executeTakeFirstOrThrow()
      await db.insertInto('awards').values(row).execute()
    })
    await expect(twice).rejects.toThrow(/unique/i)
  })

  test('an award with an unknown team, type or giver cannot be recorded', async () => {
    const { team, voided } = await recorded()
    for (const wrong of [{ team_id: 'nema-ga' }, { point_type: 'nema-ga' }, { user_id: 'nema-ga' }, { vendor_id: 'nema-ga' }]) {
      const orphan = game.db.write({ on: 'ledger', teamIds: [team.id] }, async (db) => {
        const row = await db.selectFrom('awards').where('award_id', '=', voided.award_id).selectAll().executeTakeFirstOrThrow()
        await db
          .insertInto('awards')
          .values({ ...row, award_id: 'siroče', ...wrong })
          .execute()
      })
      await expect(orphan).rejects.toThrow(/foreign key/i)
    }
  })
})

onEachEngine('times from outside', (game) => {
  test.each([EARLIEST_MS - 1, LATEST_MS + 1, -9_007_197_477_740_991])('rule 18: the tables refuse the time %i', async (at) => {
    const { team, staff } = await atTheBooth(game)
    const id = randomUUID()
    const [user_id, team_id] = [staff.id, team.id]
    const content = { vendor_id: 'arkade', team_id, point_type: 'pobjeda', user_id }
    const entry = { ...content, award_id: id, kind: 'award', points: 1, nfc_id: null, reason: null } as const
    const now = game.clock.now()
    const refusal = { ...content, refusal_id: id, award_id: id, code: 'COOLDOWN' }
    const { db } = game
    const write = (work: Parameters<typeof db.write<unknown>>[1]) => expect(db.write({ on: 'event' }, work)).rejects
    for (const [made, received] of [[at, now] as const, [now, at] as const]) {
      const times = { awarded_at: made, received_at: received }
      await write((tx) =>
        tx
          .insertInto('awards')
          .values({ ...entry, ...times })
          .execute(),
      ).toThrow(/times?/)
      const refused = { ...refusal, made_at: made, refused_at: received }
      await write((tx) => tx.insertInto('refusals').values(refused).execute()).toThrow(/times?/)
    }
    await write((tx) => tx.updateTable('team_scores').set({ reached_at: at }).execute()).toThrow(/times?/)
    await write((tx) => tx.updateTable('memberships').set({ joined_at: at }).execute()).toThrow(/times?/)
    const possible = { ...refusal, made_at: EARLIEST_MS, refused_at: LATEST_MS }
    await db.write({ on: 'event' }, (tx) => tx.insertInto('refusals').values(possible).execute())
  })
})

test('fault 64: a time that cannot be stored is written as the nearest that can, and throws nowhere', () => {
  for (const ms of [-9_007_199_254_740_991, EARLIEST_MS - 1, Number.NaN]) {
    expect(isoTime(ms)).toBe('2020-01-01T00:00:00.000Z')
    expect(localTime(ms)).toBe(localTime(EARLIEST_MS))
  }
  for (const ms of [9_007_199_254_740_991, LATEST_MS + 1]) expect(isoTime(ms)).toBe('2100-12-31T23:59:59.999Z')
})
