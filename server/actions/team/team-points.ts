import type { Handler } from '../../call-context'
import { readScore } from '../../db/queries/standings'
import { PreparedOutput } from '../../readings/prepared'
import { requireOwnTeam } from './team-guards'

/** The caller's team: score, rank and every award, newest first. */
export const teamPoints: Handler<'teamPoints'> = async (_input, { game, caller, readings }) => {
  const { team_id } = await requireOwnTeam(game.db.read, caller.userId)
  const awards = await readings.teamAwards(team_id)
  // The standings lack a team that another server has only just founded.
  const { points, rank } = (await readings.standings()).byId.get(team_id) ?? (await readScore(game.db.read, team_id))
  return new PreparedOutput(`"points":${points},"rank":${rank},"awards":${awards}`)
}
