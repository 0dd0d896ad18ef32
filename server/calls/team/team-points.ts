import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { readProfile } from '../../db/queries/accounts'
import { type AwardPosition, findAward, readAwardsPage } from '../../db/queries/awards'
import { neighboursOf, readOwnStanding } from '../../readings/readings'
import { Refusal } from '../../refusal'
import { isoTimeOrNull } from '../../time'

/** Where the page of a team's awards after this one begins. */
export async function positionOf(db: Reader, teamId: string, awardId: string): Promise<AwardPosition> {
  const award = await findAward(db, awardId)
  if (award?.team_id !== teamId) throw new Refusal('AWARD_NOT_FOUND')
  return award
}

/** The caller's team: score, rank, what it has collected, and a page of its awards, newest first. */
export const teamPoints: Handler<'teamPoints'> = async ({ before }, { game, caller, readings }) => {
  const { read } = game.db
  const { team } = await readProfile(read, caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const { points, rank } = await readOwnStanding(read, readings, team.team_id)
  const held = await readings.teamAwards(team.team_id)
  const page = before === undefined ? {} : await readAwardsPage(read, team.team_id, await positionOf(read, team.team_id, before))
  const ends_at = isoTimeOrNull((await readings.settings()).endsAt)
  const frozen = (await readings.freeze()) !== null
  // In a freeze nobody is told what other teams have now (rule 16).
  const neighbours = frozen ? {} : neighboursOf(points, await readings.standings())
  return { points, rank, ...neighbours, ...held, ends_at, frozen, ...page }
}
