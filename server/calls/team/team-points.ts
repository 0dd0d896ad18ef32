import { climbMedals } from '#rules/medals'
import type { Handler } from '../../call-context'
import { readAwardsPage } from '../../db/queries/team-awards'
import { readProfile } from '../../db/queries/users'
import { readOwnStanding } from '../../readings/own-standing'
import { Refusal } from '../../refusal'
import { positionOf } from './award-position'

/** The caller's team: score, rank, what it has collected, and a page of its awards, newest first. */
export const teamPoints: Handler<'teamPoints'> = async ({ before }, { game, caller, readings }) => {
  const { read } = game.db
  const { team } = await readProfile(read, caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const { points, rank } = await readOwnStanding(read, readings, team.team_id)
  const { medals, ...held } = await readings.teamAwards(team.team_id)
  const climb = (await readings.climbs()).get(team.team_id) ?? 0
  const page = before === undefined ? {} : await readAwardsPage(read, team.team_id, await positionOf(read, team.team_id, before))
  return { points, rank, ...held, medals: [...medals, ...climbMedals(climb)], climb, ...page }
}
