import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { TABLE_NAMES } from '#contract/organiser-entities'
import { closeResults, reopenResults } from '#server/calls/corrections/results'
import { TABLES } from '#server/exports'
import { foundTeam, signIn, type Team } from '../support/people'
import { onEachEngine, useOrganiser } from '../support/use-game'

onEachEngine('an organiser’s exports', (game) => {
  const organiser = useOrganiser(game)
  const teams: Team[] = []
  beforeAll(async () => {
    const staff = await signIn(game, 'iva')
    for (let number = 0; number < 4; number++) teams.push(await foundTeam(game, { size: 2 }))
    const give = async (team: Team) =>
      await staff.api.outcome('awardPoints', {
        team_id: team.id,
        point_type: 'pobjeda',
        award_id: randomUUID(),
      })
    for (const team of teams) for (let time = 0; time < 2; time++) await give(team)
    const context = {
      game: { db: game.db, now: game.clock.now },
      by: { userId: organiser.id, reason: null },
    }
    await closeResults({}, context)
    game.clock.advance(3_600_000)
    for (const team of teams) await give(team)
    await reopenResults({}, context)
    const counted = { number: 32, first_at: game.clock.now(), last_at: game.clock.now() }
    await game.db.write({ kind: 'records' }, (tx) =>
      tx
        .insertInto('refusals_beyond')
        .values(['iva', 'mia'].map((user_id) => ({ user_id, ...counted })))
        .execute(),
    )
    await organiser.api.ok('hideTeam', { team_id: teams[1]?.id ?? '', reason: 'Uvreda' })
    await teams[2]?.captain.api.ok('disbandTeam', { team_name: teams[2].name })
  })

  test.each(TABLE_NAMES)(
    '%s: the pages contain every row once, in the order of the whole table',
    async (name) => {
      const whole = await TABLES[name].read(game.db.read, undefined, 1_000)
      expect(whole).toMatchObject({ more: false })
      expect(whole.rows.length).toBeGreaterThan(1)
      const rows: (typeof whole.rows)[number][] = []
      for (let more = true; more; ) {
        const page = await TABLES[name].read(game.db.read, rows.at(-1)?.id, 2)
        expect(page.rows.length).toBeLessThanOrEqual(2)
        rows.push(...page.rows)
        more = page.more
      }
      expect(rows).toEqual(whole.rows)
    },
  )

  test('a table has Croatian headings, UTC times and an id per row, and its export is in the audit trail', async () => {
    const { columns, rows, more } = await organiser.api.ok('table', { what: 'awards' })
    expect(more).toBe(false)
    expect(columns.slice(0, 4).map(({ title }) => title)).toEqual([
      'ID dodjele',
      'Vrsta zapisa',
      'ID tima',
      'Tim',
    ])
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({
      id: rows[0]?.award_id,
      vendor_name: 'Arkadna zona',
      points: 25,
      voided_at: null,
    })
    expect(rows[0]?.awarded_at).toMatch(/^2026-.*Z$/)
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries[0]).toMatchObject({ who: organiser.nickname, what: 'export', about: 'Dodjele' })
    expect(await organiser.api.outcome('table', { what: 'awards', before: 'nema-je' })).toBe(
      'INVALID_INPUT',
    )
    const listed = (await organiser.api.ok('table', { what: 'teams' })).rows
    expect(listed.map(({ place }) => place)).toEqual([1, 1, null, null])
    const { captain, members = [] } = teams[0] ?? {}
    const own = String(listed.find(({ team_id }) => team_id === teams[0]?.id)?.members).split(' · ')
    expect(own.map((member) => member.split(' ').at(-1))).toEqual([
      captain?.mobile,
      ...members.map(({ mobile }) => mobile),
    ])
  })
})
