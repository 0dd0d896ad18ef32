import type { Handler } from '../../call-context'
import { readOwnStanding } from '../../readings/own-standing'
import { PreparedOutput } from '../../readings/prepared'
import { unpack } from '../../readings/team-awards'
import { Refusal } from '../../refusal'

/** The caller's team: score, rank and every award, newest first. */
export const teamPoints: Handler<'teamPoints'> = async (_input, { game, caller, readings }) => {
  const { team } = await readings.profile(caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const awards = await readings.teamAwards(team.team_id)
  const { points, rank } = await readOwnStanding(game.db.read, readings, team.team_id)
  return new PreparedOutput(`"points":${points},"rank":${rank},"awards":`, unpack(awards))
}
