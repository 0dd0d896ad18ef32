import type { Handler } from '../../call-context'
import { readTeamAwards } from '../../db/queries/team-awards'
import { readOwnStanding } from '../../readings/own-standing'
import { PreparedOutput } from '../../readings/prepared'
import { Refusal } from '../../refusal'
import { positionOf } from './award-position'

/** The caller's team: score, rank, and a page of its awards, newest first. */
export const teamPoints: Handler<'teamPoints'> = async ({ before }, { game, caller, readings }) => {
  const { team } = await readings.profile(caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const { read } = game.db
  const { points, rank } = await readOwnStanding(read, readings, team.team_id)
  if (before !== undefined) {
    return { points, rank, ...(await readTeamAwards(read, team.team_id, await positionOf(read, team.team_id, before))) }
  }
  return new PreparedOutput(`"points":${points},"rank":${rank},`, await readings.teamAwards(team.team_id))
}
