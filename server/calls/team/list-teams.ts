import type { Handler } from '../../call-context'
import { readProfile } from '../../db/queries/users'

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { game, caller, readings }) => {
  const isStaff = caller.vendorId !== null
  const findOwnTeam = async () => (isStaff ? undefined : (await readProfile(game.db.read, caller.userId)).team?.team_id)
  const list = await readings.teamList(isStaff ? 'staff' : 'player', findOwnTeam)
  return version === list.version ? list.unchanged : list.output
}
