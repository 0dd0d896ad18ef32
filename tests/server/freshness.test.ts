import { expect, test } from 'vitest'
import { endAllSessions } from '#server/db/queries/sessions'
import { disband } from '#server/db/queries/teams'
import { ENGINES } from '../support/databases'
import { moveStaff } from '../support/event'
import { foundTeam, signInStaff } from '../support/people'
import { besideAnother } from '../support/use-game'

/** As another server does on PostgreSQL, and the command line beside SQLite. */
test.each(ENGINES)('what another process changes is read on %s: sessions, staff, teams and booths', (engine) =>
  besideAnother(engine, async (game, db) => {
    const [{ captain }, team, { captain: reader }] = [await foundTeam(game), await foundTeam(game), await foundTeam(game)]
    const staff = await signInStaff(game, 'iva')
    const teams = async () => (await reader.api.ok('listTeams', {})).teams
    const booths = async () => (await reader.api.ok('listVendors', {})).vendors.map(({ name }) => name)
    const before = [
      await captain.api.outcome('currentUser', {}),
      await staff.api.outcome('listAwards', {}),
      (await teams()).length,
    ]
    expect([...before, (await booths()).length]).toEqual(['OK', 'OK', 3, 2])

    await db.write({ on: 'accounts' }, (tx) => endAllSessions(tx, captain.id, game.clock.now()))
    await expect.poll(() => captain.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')

    await moveStaff(db, 'iva', null)
    await expect.poll(() => staff.api.outcome('listAwards', {})).toBe('FORBIDDEN')
    expect((await staff.api.ok('currentUser', {})).user.vendor).toBeNull()

    await db.write({ on: 'roster', teamIds: [team.id] }, (tx) => disband(tx, team.id, game.clock.now()))
    await expect.poll(teams).toHaveLength(2)
    await expect.poll(async () => (await reader.api.ok('ranking', {})).total).toBe(2)
    await expect.poll(async () => (await team.captain.api.ok('currentUser', {})).user.team).toBeNull()

    await db.write({ on: 'event' }, (tx) => tx.updateTable('vendors').set({ name: 'Nova zona' }).execute())
    await expect.poll(booths).toEqual(['Nova zona', 'Nova zona'])
  }),
)
