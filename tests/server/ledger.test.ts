import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EARLIEST_MS, LATEST_MS } from '#rules/time-range'
import { isoTime, localTime } from '#server/time'
import { atTheBooth, ledgerEntry } from '../support/booth'
import { onEachEngine } from '../support/use-game'

onEachEngine('rule 7: the database keeps the ledger append-only', (game) => {
  /** One voided award, and one that counts. */
  async function recorded() {
    const { team, staff, give } = await atTheBooth(game, { point_type: 'dolazak' })
    await give()
    await staff.api.ok('voidAward', { award_id: (await give()).award_id })
    return { team }
  }

  const rows = async () => [
    await game.db.read.selectFrom('awards').selectAll().orderBy('award_id').execute(),
    await game.db.read.selectFrom('voids').selectAll().orderBy('award_id').execute(),
  ]

  test('changing or deleting an award or a void is refused and leaves no trace', async () => {
    await recorded()
    const before = await rows()
    const changes = [
      sql`update awards set points = 1000`,
      sql`update awards set user_id = 'luka'`,
      sql`update awards set awarded_at = awarded_at - 1`,
      sql`delete from awards`,
      sql`update voids set user_id = 'luka'`,
      sql`delete from voids`,
    ]
    for (const change of changes) {
      const changing = game.db.write({ kind: 'event' }, (db) => change.execute(db))
      await expect(changing).rejects.toThrow('the ledger is append-only')
    }
    expect(await rows()).toEqual(before)
  })

  test('an award with a recorded id, or with an unknown team, type, giver or booth, cannot be recorded', async () => {
    const { team } = await recorded()
    const insert = (own: object) => {
      const row = { ...ledgerEntry({ team_id: team.id, awarded_at: game.clock.now() }), ...own }
      return expect(
        game.db.write({ kind: 'event' }, (db) => db.insertInto('awards').values(row).execute()),
      ).rejects
    }
    const [known] = await game.db.read.selectFrom('awards').selectAll().limit(1).execute()
    await insert({ award_id: known?.award_id }).toThrow(/unique/i)
    for (const field of ['team_id', 'point_type', 'user_id', 'vendor_id']) {
      await insert({ [field]: 'nema-ga' }).toThrow(/foreign key/i)
    }
  })
})

onEachEngine('times from outside', (game) => {
  test.each([EARLIEST_MS - 1, LATEST_MS + 1, -9_007_197_477_740_991])(
    'rule 18: the tables refuse the time %i',
    async (at) => {
      const { team, staff } = await atTheBooth(game)
      const id = randomUUID()
      const [user_id, team_id] = [staff.id, team.id]
      const content = { vendor_id: 'arkade', team_id, point_type: 'pobjeda', user_id }
      const now = game.clock.now()
      const refusal = { ...content, refusal_id: id, award_id: id, code: 'COOLDOWN' }
      const { db } = game
      const write = (work: Parameters<typeof db.write<unknown>>[1]) =>
        expect(db.write({ kind: 'event' }, work)).rejects
      for (const [made, received] of [[at, now] as const, [now, at] as const]) {
        const entry = ledgerEntry({ team_id, awarded_at: made, received_at: received })
        await write((tx) => tx.insertInto('awards').values(entry).execute()).toThrow(/times?/)
        const refused = { ...refusal, made_at: made, refused_at: received }
        await write((tx) => tx.insertInto('refusals').values(refused).execute()).toThrow(/times?/)
      }
      await write((tx) => tx.updateTable('team_scores').set({ reached_at: at }).execute()).toThrow(
        /times?/,
      )
      await write((tx) => tx.updateTable('memberships').set({ joined_at: at }).execute()).toThrow(
        /times?/,
      )
      const right = { ...refusal, made_at: EARLIEST_MS, refused_at: LATEST_MS }
      await db.write({ kind: 'event' }, (tx) => tx.insertInto('refusals').values(right).execute())
    },
  )
})

test('fault 64: a time outside the allowed range is shown as the nearest allowed time, without an error', () => {
  for (const ms of [-9_007_199_254_740_991, EARLIEST_MS - 1, Number.NaN]) {
    expect(isoTime(ms)).toBe('2020-01-01T00:00:00.000Z')
    expect(localTime(ms)).toBe(localTime(EARLIEST_MS))
  }
  for (const ms of [9_007_199_254_740_991, LATEST_MS + 1])
    expect(isoTime(ms)).toBe('2100-12-31T23:59:59.999Z')
})
