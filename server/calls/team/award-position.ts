import type { Reader } from '../../db/database'
import { findAward } from '../../db/queries/awards'
import type { AwardPosition } from '../../db/queries/team-awards'
import { Refusal } from '../../refusal'

/** Where the page of a team's awards after this one begins. */
export async function positionOf(db: Reader, teamId: string, awardId: string): Promise<AwardPosition> {
  const award = await findAward(db, awardId)
  if (award?.team_id !== teamId) throw new Refusal('AWARD_NOT_FOUND')
  return award
}
