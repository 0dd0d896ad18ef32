import { describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { EARLIEST_MS } from '#rules/kept-time'
import { disband } from '#server/db/queries/teams'
import { atTheBooth } from '../support/booth'
import { BOOTHS, POINT_TYPES } from '../support/event'
import { foundTeam, signInOrganiser, signInStaff, signUp, type Team } from '../support/people'
import { onOneEngine } from '../support/use-game'

const MINUTE = 60_000

onOneEngine('the ranking', (game) => {
  async function give(team: Team, point_type: string, queued_ms = 0) {
    const { api } = await signInStaff(game(), 'iva')
    return (await api.ok('awardPoints', { team_id: team.id, point_type, queued_ms })).award
  }

  /** Disbands all teams, so that the list holds only those of the test. */
  async function disbandAll() {
    await game().db.write({ on: 'roster' }, async (db) => {
      for (const { team_id } of await db.selectFrom('team_scores').select('team_id').execute())
        await disband(db, team_id, EARLIEST_MS)
    })
  }

  const list = async () => (await (await signUp(game())).api.ok('listTeams', {})).teams
  const order = async () => (await list()).map(({ team_name, rank, points }) => `${rank} ${team_name} ${points}`)

  test('rule 8: 1, 2, 2, 4; every team’s own card shows the same rank, the next better place and who is behind, but not in a freeze', async () => {
    await disbandAll()
    const teams: Team[] = []
    for (const name of ['Alfa', 'Bravo', 'Cetus', 'Delta']) teams.push(await foundTeam(game(), { name }))
    const [alfa, bravo, cetus, delta] = teams
    if (!alfa || !bravo || !cetus || !delta) throw new Error('no teams')
    await give(delta, 'pobjeda')
    await give(alfa, 'kviz')
    game().clock.advance(MINUTE)
    await give(bravo, 'kviz')
    expect(await order()).toEqual(['1 Delta 25', '2 Alfa 5', '2 Bravo 5', '4 Cetus 0'])
    for (const team of teams) {
      const listed = (await list()).find((one) => one.team_id === team.id)
      expect(await team.captain.api.ok('teamPoints', {})).toMatchObject({ rank: listed?.rank, points: listed?.points })
      expect((await team.captain.api.ok('currentUser', {})).user.team).toMatchObject({ rank: listed?.rank })
    }
    const neighbours = async ({ captain }: Team) => {
      const { goal, behind } = await captain.api.ok('teamPoints', {})
      return { goal, behind }
    }
    expect(await neighbours(delta)).toEqual({ goal: null, behind: { team_name: 'Alfa', points: 5 } })
    const second = { goal: { place: 1, missing: 20 }, behind: { team_name: 'Cetus', points: 0 } }
    expect(await neighbours(bravo)).toEqual(second)
    expect(await neighbours(cetus)).toEqual({ goal: null, behind: null })
    const organiser = await signInOrganiser(game())
    await organiser.api.ok('freeze', {})
    expect(await neighbours(bravo), 'in a freeze').toEqual({ goal: undefined, behind: undefined })
    await organiser.api.ok('reveal', {})
    expect(await neighbours(bravo)).toEqual(second)
  })

  test('voiding an award restores the team’s earlier rank, also among equals', async () => {
    await disbandAll()
    const [one, other] = [await foundTeam(game(), { name: 'Jedni' }), await foundTeam(game(), { name: 'Drugi' })]
    await give(one, 'dolazak', MINUTE)
    await give(other, 'dolazak')
    const extra = await give(one, 'pobjeda')
    expect((await order())[0]).toBe('1 Jedni 26')
    await (await signInStaff(game(), 'iva')).api.ok('voidAward', { award_id: extra.award_id })
    expect(await order()).toEqual(['1 Jedni 1', '1 Drugi 1'])
  })
})

onOneEngine('the booths', (game) => {
  test('every signed-in user sees all booths with their point types, in the organiser’s order', async () => {
    const expected = Object.entries(BOOTHS).map(([vendor_id, { name, offers }]) => ({
      vendor_id,
      name,
      location: 'Hala A',
      description: 'Opis',
      point_types: offers.map((point_type) => ({ point_type, ...POINT_TYPES[point_type] })),
    }))
    for (const { api } of [await signUp(game()), await signInStaff(game(), 'mia')]) {
      expect((await api.ok('listVendors', {})).vendors).toEqual(expected)
    }
  })

  test('staff see their own booth’s awards, newest first, at most 200', async () => {
    const [{ id }, iva, mia] = [await foundTeam(game()), await signInStaff(game(), 'iva'), await signInStaff(game(), 'mia')]
    await mia.api.ok('awardPoints', { team_id: id, point_type: 'pobjeda' })
    const ages = Array.from({ length: 205 }, (_, index) => index * 1_000)
    await Promise.all(ages.map((queued_ms) => iva.api.ok('awardPoints', { team_id: id, point_type: 'dolazak', queued_ms })))
    const { awards } = await iva.api.ok('listAwards', {})
    expect(awards.map((award) => game().clock.now() - Date.parse(award.awarded_at))).toEqual(ages.slice(0, 200))
    expect((await mia.api.ok('listAwards', {})).awards).toHaveLength(1)
  })
})

const SECOND = 1_000

onOneEngine('the cooldown between awards', (game) => {
  const iso = (ms: number) => new Date(ms).toISOString()

  describe('reading it', () => {
    test('staff see every type of their booth in the booth’s order, with 0 if it is free', async () => {
      const { team, staff, award } = await atTheBooth(game())
      await (await signInStaff(game(), 'mia')).api.ok('awardPoints', award({ point_type: 'kviz' }))
      await staff.api.ok('awardPoints', award({ queued_ms: 10 * MINUTE }))
      const now = game().clock.now()
      const entry = { vendor_id: 'arkade', team_id: team.id }
      expect(await staff.api.ok('checkCooldown', { team_id: team.id })).toEqual({
        team: { team_id: team.id, team_name: team.name, emblem: emblemOf(team.id) },
        cooldowns: [
          { ...entry, point_type: 'pobjeda', remaining_seconds: 300, available_at: iso(now + 5 * MINUTE) },
          { ...entry, point_type: 'kviz', remaining_seconds: 0, available_at: iso(now) },
          { ...entry, point_type: 'dolazak', remaining_seconds: 0, available_at: iso(now) },
        ],
      })
    })

    test('a player sees the cooldowns of their own team at every booth', async () => {
      const { team, staff, award } = await atTheBooth(game())
      await staff.api.ok('awardPoints', award({ queued_ms: 15 * MINUTE - SECOND }))
      await (await signInStaff(game(), 'mia')).api.ok('awardPoints', award())
      const remaining = async () =>
        (await team.captain.api.ok('checkCooldown', { team_id: team.id })).cooldowns.map((one) => [
          one.vendor_id,
          one.point_type,
          one.remaining_seconds,
        ])
      expect(await remaining()).toEqual([
        ['arkade', 'pobjeda', 1],
        ['kutak', 'pobjeda', 900],
      ])
      game().clock.advance(SECOND)
      expect(await remaining()).toEqual([['kutak', 'pobjeda', 899]])
    })
  })
})
