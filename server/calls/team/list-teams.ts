import type { Handler } from '../../call-context'
import { readProfile } from '../../db/queries/users'

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { game, caller, readings }) => {
  const isStaff = caller.vendorId !== null
  const ownTeam = isStaff ? null : (await readProfile(game.db.read, caller.userId)).team
  const list = await readings.teamList(isStaff ? 'staff' : 'player', ownTeam?.team_id)
  return version === list.version ? list.unchanged : list.output
}
