import type { Handler } from '../../call-context'
import { readTeamAwards } from '../../db/queries/awards'
import { readScore } from '../../db/queries/standings'
import { requireOwnTeam } from './team-guards'

/** The caller's team: score, rank and every award, newest first. */
export const teamPoints: Handler<'teamPoints'> = async (_input, { game, caller }) => {
  const team = await requireOwnTeam(game.db.read, caller.userId)
  return { ...(await readScore(game.db.read, team.team_id)), awards: await readTeamAwards(game.db.read, team.team_id) }
}
