import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { EARLIEST_MS, LATEST_MS } from '#rules/kept-time'
import { migrate } from '#server/db/migrate'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { atTheBooth } from '../support/booth'
import { command } from '../support/command'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES } from '../support/databases'
import { insertEvent, insertTag } from '../support/event'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { signInOrganiser } from '../support/people'
import { onEachEngine } from '../support/use-game'

onEachEngine('times from outside', (game) => {
  test.each([QUEUED_MAX_MS + 1, 999_999_999_999_999, Number.MAX_SAFE_INTEGER])(
    'rule 18: an award or a scan that claims to have waited %i ms is INVALID_INPUT',
    async (queued_ms) => {
      const { staff, award } = await atTheBooth(game())
      expect(await staff.api.outcome('awardPoints', award({ queued_ms }))).toBe('INVALID_INPUT')
      const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
      expect(await staff.api.outcome('scan', { nfc_id, queued_ms })).toBe('INVALID_INPUT')
    },
  )

  test('rule 18: in a batch only that award is INVALID_INPUT, and the others are judged', async () => {
    const { staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const awards = [award(), award({ queued_ms: QUEUED_MAX_MS + 1 }), award({ queued_ms: QUEUED_MAX_MS })]
    const { results } = await staff.api.ok('awardMany', { awards })
    expect(results.map((one) => (one.status === 'OK' ? 'OK' : one.code))).toEqual(['OK', 'INVALID_INPUT', 'AWARD_TOO_OLD'])
    expect(results.map(({ award_id }) => award_id)).toEqual(awards.map(({ award_id }) => award_id))
  })

  test('fault 64: the oldest award that can be sent is shown to the organiser as refused', async () => {
    const { staff, award, team } = await atTheBooth(game())
    expect(await staff.api.outcome('awardPoints', award({ queued_ms: QUEUED_MAX_MS }))).toBe('AWARD_TOO_OLD')
    const organiser = await signInOrganiser(game())
    const { history } = await organiser.api.ok('organiserTeam', { team_id: team.id })
    const at = new Date(game().clock.now() - QUEUED_MAX_MS).toISOString()
    expect(history.filter(({ kind }) => kind === 'refusal')).toMatchObject([{ code: 'AWARD_TOO_OLD', at }])
  })

  test.each([EARLIEST_MS - 1, LATEST_MS + 1, -9_007_197_477_740_991])('rule 18: the tables refuse the time %i', async (at) => {
    const { team, staff } = await atTheBooth(game())
    const id = randomUUID()
    const [user_id, team_id] = [staff.id, team.id]
    const content = { vendor_id: 'arkade', team_id, point_type: 'pobjeda', user_id }
    const entry = { ...content, award_id: id, kind: 'award', points: 1, nfc_id: null, reason: null } as const
    const now = game().clock.now()
    const refusal = { ...content, refusal_id: id, award_id: id, code: 'COOLDOWN' }
    const { db } = game()
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
    const kept = { ...refusal, made_at: EARLIEST_MS, refused_at: LATEST_MS }
    await db.write({ on: 'event' }, (tx) => tx.insertInto('refusals').values(kept).execute())
  })
})

describe.each(ENGINES)('a database with times of other centuries on %s', (engine) => {
  const [past, future] = [-9_007_197_477_740_991, 9_007_199_254_740_991]
  const path = ownFolder()
  let game: TestGame
  beforeAll(async () => {
    const database = await createTestDatabase(engine, { empty: true })
    const db = connect(database.location)
    await migrate(db, engine, '0012-refusals-by-content')
    await db.destroy()
    const at = Date.now()
    const early = connect(database.location)
    await sql`insert into vendors values ('stari', 'Stari', '', '', 0)`.execute(early)
    await sql`insert into point_types values ('stara', 'Stara', 25, 0, 0)`.execute(early)
    await sql`
      insert into users (user_id, first_name, last_name, email, email_key, mobile, nickname, nickname_key, vendor_id, imported, created_at)
      values ('ana', 'Ana', 'Anić', 'ana@x.hr', 'ana@x.hr', '+385911999001', 'ana', 'ana', null, 1, ${at}),
        ('iva-stara', 'Iva', 'Ivić', 'iva@x.hr', 'iva@x.hr', '+385911999002', 'iva-stara', 'iva-stara', null, 1, ${at})`.execute(
      early,
    )
    await sql`
      insert into teams (team_id, team_name, name_key, captain_id, created_at) values ('vukovi', 'Vukovi', 'vukovi', 'ana', ${at})`.execute(
      early,
    )
    await sql`insert into memberships values ('ana', 'vukovi', ${at})`.execute(early)
    await sql`
      insert into awards (award_id, kind, team_id, vendor_id, point_type, points, awarded_at, received_at, user_id)
      values ('a1', 'award', 'vukovi', 'stari', 'stara', 25, ${past}, ${at}, 'iva-stara'),
        ('a2', 'award', 'vukovi', 'stari', 'stara', 25, ${at}, ${future}, 'iva-stara')`.execute(early)
    await sql`insert into team_scores values ('vukovi', 50, ${at})`.execute(early)
    await sql`
      insert into refusals (refusal_id, award_id, user_id, vendor_id, team_id, point_type, code, made_at, refused_at)
      values ('r1', 'b1', 'iva-stara', 'stari', 'vukovi', 'stara', 'AWARD_TOO_OLD', ${past}, ${at}),
        ('r2', 'b2', 'iva-stara', 'stari', 'vukovi', 'stara', 'COOLDOWN', ${at}, ${at})`.execute(early)
    await early.destroy()
    game = await startGame(engine, { database })
    await insertEvent(game.db)
  })
  afterAll(() => game.close())

  test('rule 18: the migration moves them to the nearest year, and touches nothing else', async () => {
    const awards = await game.db.read.selectFrom('awards').orderBy('award_id').selectAll().execute()
    expect(awards).toMatchObject([
      { award_id: 'a1', awarded_at: EARLIEST_MS, points: 25 },
      { award_id: 'a2', received_at: LATEST_MS, points: 25 },
    ])
    expect(awards[1]?.awarded_at).toBe(awards[0]?.received_at)
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })

  test('fault 64: every screen and export that shows such a row opens', async () => {
    const organiser = await signInOrganiser(game)
    const { history, awards } = await organiser.api.ok('organiserTeam', { team_id: 'vukovi' })
    expect([awards.length, history.filter(({ kind }) => kind === 'refusal').length]).toEqual([2, 2])
    for (const what of ['refusals', 'awards'] as const) {
      const out = path(`${what}.csv`)
      await command(game.location, 'export', what, '--out', out)
      expect(readFileSync(out, 'utf8')).toContain('2020-01-01')
    }
  })
})
