import type { Reader } from '#server/db/database'
import { REHEARSAL_PREFIX } from '#server/db/queries/rehearsal'

const peopleOf = (run: string) => `${REHEARSAL_PREFIX}${run}.%`

/** The ledger's entries of the teams of one rehearsal, whoever made them. */
export async function readLedger(db: Reader, run: string) {
  return await db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('teams.captain_id', 'like', peopleOf(run))
    .select(['awards.award_id', 'awards.kind', 'awards.team_id', 'awards.vendor_id', 'awards.user_id', 'awards.point_type'])
    .select(['awards.points', 'awards.awarded_at', 'awards.nfc_id', 'voids.voided_at'])
    .execute()
}
export type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** The teams of one rehearsal that stand, with their stored scores. */
export async function readTeams(db: Reader, run: string) {
  return await db
    .selectFrom('teams')
    .leftJoin('team_scores', 'team_scores.team_id', 'teams.team_id')
    .where('teams.captain_id', 'like', peopleOf(run))
    .where('teams.disbanded_at', 'is', null)
    .select(['teams.team_id', 'teams.team_name', 'team_scores.points'])
    .execute()
}

export async function readMembers(db: Reader, run: string) {
  return await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('teams.captain_id', 'like', peopleOf(run))
    .select(['memberships.team_id', 'memberships.user_id'])
    .execute()
}
