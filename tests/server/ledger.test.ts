import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { onEachEngine } from '../support/use-game'

onEachEngine('rule 7: the database keeps the ledger append-only', (game, _engine) => {
  /** One voided award and one that counts. */
  async function recorded() {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const [standing, voided] = [award(), award()]
    for (const sent of [standing, voided]) await staff.api.ok('awardPoints', sent)
    await staff.api.ok('voidAward', { award_id: voided.award_id })
    return { team, voided }
  }

  const rows = async () => [
    await game().db.read.selectFrom('awards').selectAll().orderBy('award_id').execute(),
    await game().db.read.selectFrom('voids').selectAll().orderBy('award_id').execute(),
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
    await expect(game().db.write({ on: 'event' }, (db) => statement.execute(db))).rejects.toThrow('the ledger is append-only')
    expect(await rows()).toEqual(before)
  })

  test('one award_id cannot be recorded twice', async () => {
    const { team, voided } = await recorded()
    const twice = game().db.write({ on: 'ledger', teamIds: [team.id] }, async (db) => {
      const row = await db.selectFrom('awards').where('award_id', '=', voided.award_id).selectAll().executeTakeFirstOrThrow()
      await db.insertInto('awards').values(row).execute()
    })
    await expect(twice).rejects.toThrow(/unique/i)
  })

  test('an award with an unknown team, type or giver cannot be recorded', async () => {
    const { team, voided } = await recorded()
    for (const wrong of [{ team_id: 'nema-ga' }, { point_type: 'nema-ga' }, { user_id: 'nema-ga' }, { vendor_id: 'nema-ga' }]) {
      const orphan = game().db.write({ on: 'ledger', teamIds: [team.id] }, async (db) => {
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
