import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open'
import { endAllSessions } from '#server/db/queries/sessions'
import { disband } from '#server/db/queries/teams'
import { atTheBooth } from '../support/booth'
import { ENGINES } from '../support/databases'
import { moveStaff, setEvent } from '../support/event'
import { openStream } from '../support/live'
import { addToTeam, foundTeam, type Person, signIn, type Team } from '../support/people'
import { onOneEngine, useGame } from '../support/use-game'

/** One person's view of a team's score, by every call that shows it. */
async function scores({ api }: Person, team: Team) {
  const [{ user }, { teams }, points, ranking] = [
    await api.ok('currentUser', {}),
    await api.ok('listTeams', {}),
    await api.ok('teamPoints', {}),
    await api.ok('ranking', { limit: 100 }),
  ]
  const own = (list: readonly { team_id: string; points: number }[]) => list.find((one) => one.team_id === team.id)?.points
  return {
    user: user.team?.points,
    list: own(teams),
    points: points.points,
    awards: points.awards.length,
    ranking: own(ranking.teams),
  }
}

const shown = (points: number, awards: number) => ({ user: points, list: points, points, awards, ranking: points })

onOneEngine('what is read after a change on the same server', (game) => {
  test('an award and its voiding are in every reading at once', async () => {
    const { team, staff, award } = await atTheBooth(game)
    const given = award()
    /** What the team and the booth see of the booth's pauses. */
    const pausing = async () => {
      const [ofTeam, ofBooth] = [team.captain, staff].map(({ api }) => api.ok('checkCooldown', { team_id: team.id }))
      const running = (await ofBooth)?.cooldowns.filter((one) => one.remaining_seconds > 0)
      return [(await ofTeam)?.cooldowns, running].map((cooldowns) => cooldowns?.map((one) => one.point_type))
    }
    expect([await scores(team.captain, team), await pausing()]).toEqual([shown(0, 0), [[], []]])
    await staff.api.ok('awardPoints', given)
    expect([await scores(team.captain, team), await pausing()]).toEqual([shown(25, 1), [['pobjeda'], ['pobjeda']]])
    await staff.api.ok('voidAward', { award_id: given.award_id })
    expect([await scores(team.captain, team), await pausing()]).toEqual([shown(0, 1), [[], []]])
  })

  test('joining, leaving, founding and disbanding are on the list at once', async () => {
    const team = await foundTeam(game)
    const listed = async () =>
      (await team.captain.api.ok('listTeams', {})).teams.find(({ team_id }) => team_id === team.id)?.member_count
    expect(await listed()).toBe(1)
    const member = await addToTeam(game, team.id, team.captain)
    expect([await listed(), (await member.api.ok('currentUser', {})).user.team?.member_count]).toEqual([2, 2])
    await member.api.ok('removePlayer', { player_id: member.id })
    expect([await listed(), (await member.api.ok('currentUser', {})).user.team]).toEqual([1, null])
    expect(await member.api.outcome('teamPoints', {})).toBe('NOT_IN_TEAM')
    await team.captain.api.ok('disbandTeam', { team_name: team.name })
    expect([await listed(), (await team.captain.api.ok('currentUser', {})).user.team]).toEqual([undefined, null])
  })

  test('an applied event file is in booths, list and ranking at once', async () => {
    const { team } = await atTheBooth(game)
    const { api } = team.captain
    await Promise.all([api.ok('listVendors', {}), api.ok('listTeams', {}), api.ok('ranking', {})])
    const ends_at = game.clock.now() + 3_600_000
    await setEvent(game.db, { team_max_members: 1, ends_at })
    await game.db.write({ on: 'event' }, (db) =>
      db.updateTable('vendors').set({ name: 'Nova zona' }).where('vendor_id', '=', 'arkade').execute(),
    )
    expect((await api.ok('listVendors', {})).vendors[0]?.name).toBe('Nova zona')
    expect((await api.ok('listTeams', {})).teams.every((one) => one.is_full)).toBe(true)
    expect((await api.ok('ranking', {})).ends_at).toBe(new Date(ends_at).toISOString())
    await setEvent(game.db, { team_max_members: 6, ends_at: null })
  })
})

/** As another server does on PostgreSQL, and the command line beside SQLite. */
describe.each(ENGINES)('what another process changes on %s', (engine) => {
  const game = useGame(engine)

  test('is read and announced: sessions, staff, teams and booths', async () => {
    const db = await openDatabase(game.location)
    const [{ captain }, team, { captain: reader }] = [await foundTeam(game), await foundTeam(game), await foundTeam(game)]
    const [ending, staying] = [await openStream(game, captain.api), await openStream(game, reader.api)]
    const staff = await signIn(game, 'iva')
    const teams = async () => (await reader.api.ok('listTeams', {})).teams
    const booths = async () => (await reader.api.ok('listVendors', {})).vendors.map(({ name }) => name)
    const before = [await captain.api.outcome('currentUser', {}), await staff.api.outcome('listAwards', {})]
    expect([...before, (await teams()).length, (await booths()).length]).toEqual(['OK', 'OK', 3, 2])

    await db.write({ on: 'accounts' }, (tx) => endAllSessions(tx, captain.id, game.clock.now()))
    await expect.poll(() => captain.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    await expect.poll(ending.ended).toBe(true)

    await moveStaff(db, 'iva', null)
    await expect.poll(() => staff.api.outcome('listAwards', {})).toBe('FORBIDDEN')
    expect((await staff.api.ok('currentUser', {})).user.vendor).toBeNull()

    await db.write({ on: 'roster', teamIds: [team.id] }, (tx) => disband(tx, team.id, game.clock.now()))
    await expect.poll(teams).toHaveLength(2)
    await expect.poll(async () => (await reader.api.ok('ranking', {})).total).toBe(2)
    await expect.poll(async () => (await team.captain.api.ok('currentUser', {})).user.team).toBeNull()

    staying.heard()
    await db.write({ on: 'event' }, (tx) => tx.updateTable('vendors').set({ name: 'Nova zona' }).execute())
    await expect.poll(booths).toEqual(['Nova zona', 'Nova zona'])
    await expect.poll(() => staying.heard()).toEqual(expect.arrayContaining(['event']))
    staying.close()
    await db.close()
  })
})
