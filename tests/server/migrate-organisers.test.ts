import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { hashSecret } from '#server/random'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'

describe.each(ENGINES)('a ledger of the version before organisers on %s', (engine) => {
  let game: TestGame
  beforeAll(async () => {
    const database = await createTestDatabase(engine, { empty: true })
    const db = connect(database.location)
    await migrate(db, engine, '0006-sign-in-requests')
    const [at, far] = [Date.now(), Date.now() * 2]
    await sql`insert into users values
      ('ana', 'Ana', 'Anić', 'ana@example.hr', 'ana@example.hr', '+385911000001', 'Ana', 'ana', null, 0, 1, 2, '1', 1, null)
    `.execute(db)
    await sql`insert into sessions values (${hashSecret('sesija')}, 'ana', 1, ${far}, ${far}, '', '')`.execute(db)
    await sql`insert into teams values ('vukovi', 'Vukovi', 'vukovi', 'ana', 1, null)`.execute(db)
    await sql`insert into memberships values ('ana', 'vukovi', 1)`.execute(db)
    await sql`insert into vendors values ('arkade', 'Arkade', '', '', 0)`.execute(db)
    await sql`insert into point_types values ('pobjeda', 'Pobjeda', 25, 0, 0)`.execute(db)
    await sql`insert into awards values
      ('a1', 'award', 'vukovi', 'arkade', 'pobjeda', 25, ${at}, ${at + 1}, 'ana', null, null),
      ('a2', 'award', 'vukovi', 'arkade', 'pobjeda', 25, ${at + 10}, ${at + 11}, 'ana', null, null)
    `.execute(db)
    await sql`insert into voids values ('a1', ${at + 20}, 'ana')`.execute(db)
    await sql`insert into team_scores values ('vukovi', 25, ${at + 10})`.execute(db)
    await db.destroy()
    game = await startGame(engine, { database })
  })
  afterAll(() => game.close())

  test('keeps every entry and every void, and still refuses to change them', async () => {
    const browser = game.client()
    browser.cookie = 'sesija'
    const { points, awards } = await browser.ok('teamPoints', {})
    expect([points, awards.map(({ award_id, voided }) => [award_id, voided])]).toEqual([
      25,
      [
        ['a2', false],
        ['a1', true],
      ],
    ])
    expect(await findScoreDifferences(game.db.read)).toEqual([])
    for (const change of [sql`update awards set points = 1`, sql`delete from awards`, sql`delete from voids`]) {
      await expect(game.db.write({ on: 'event' }, (db) => change.execute(db))).rejects.toThrow(/append-only/)
    }
  })

  test('keeps the indexes of the ledger, so that readings cost the same', async () => {
    const names =
      engine === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = 'awards' and sql is not null`
        : sql<{
            name: string
          }>`select indexname as name from pg_indexes where tablename = 'awards' and indexname like 'awards_by%'`
    expect((await names.execute(game.db.read)).rows.map(({ name }) => name).sort()).toEqual([
      'awards_by_team',
      'awards_by_team_and_time',
      'awards_by_time',
      'awards_by_vendor',
    ])
  })

  test('still refuses entries that refer to nothing', async () => {
    const orphan = sql`insert into awards values ('a3', 'award', 'nema', null, 'pobjeda', 1, ${Date.now()}, ${Date.now()}, null, null, null)`
    await expect(game.db.write({ on: 'event' }, (db) => orphan.execute(db))).rejects.toThrow(/foreign key/i)
  })
})
