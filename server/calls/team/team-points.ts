import type { Handler } from '../../call-context'
import { readTeamAwards } from '../../db/queries/team-awards'
import { readProfile } from '../../db/queries/users'
import { readOwnStanding } from '../../readings/own-standing'
import { Refusal } from '../../refusal'
import { positionOf } from './award-position'

/** The caller's team: score, rank, and a page of its awards, newest first. */
export const teamPoints: Handler<'teamPoints'> = async ({ before }, { game, caller, readings }) => {
  const { read } = game.db
  const { team } = await readProfile(read, caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const { points, rank } = await readOwnStanding(read, readings, team.team_id)
  const page =
    before === undefined
      ? await readings.teamAwards(team.team_id)
      : await readTeamAwards(read, team.team_id, await positionOf(read, team.team_id, before))
  return { points, rank, ...page }
}
