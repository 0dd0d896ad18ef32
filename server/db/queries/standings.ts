import { emblemOf } from '#rules/emblem'
import type { Standing } from '#rules/ranking'
import type { Reader, Writer } from '../database'
import { jsonTexts } from '../json-rows'
import { statement } from '../statement'

export interface TeamStanding extends Standing {
  readonly memberCount: number
  readonly emblem: number
  readonly nfcId: string | null
  /** Rule 15. */
  readonly hidden: boolean
}

/** All teams that are not disbanded, in no particular order; `rankTeams` ranks them. */
export async function readStandings(db: Reader | Writer): Promise<TeamStanding[]> {
  const rows = await db
    .selectFrom('team_scores as scores')
    .innerJoin('teams', 'teams.team_id', 'scores.team_id')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('memberships')
          .groupBy('team_id')
          .select((sub) => ['team_id', sub.fn.countAll<number>().as('members')])
          .as('sizes'),
      (join) => join.onRef('sizes.team_id', '=', 'teams.team_id'),
    )
    .select(['teams.team_id', 'teams.team_name', 'teams.hidden_at', 'teams.emblem', 'scores.points', 'scores.reached_at'])
    .select(['sizes.members', 'tags.nfc_id'])
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    points: row.points,
    reachedAt: row.reached_at,
    memberCount: row.members ?? 0,
    emblem: emblemOf(row.team_id, row.emblem),
    nfcId: row.nfc_id,
    hidden: row.hidden_at !== null,
  }))
}

const scoresOf = statement<{ teamIds: string }>()((db, { teamIds }) =>
  db.selectFrom('team_scores').where('team_id', 'in', jsonTexts(db, teamIds)).selectAll().compile(),
)

/** The scores of these teams; disbanded ones are left out. */
export async function readScores(
  db: Reader,
  teamIds: readonly string[],
): Promise<Pick<Standing, 'teamId' | 'points' | 'reachedAt'>[]> {
  const rows = await scoresOf(db, { teamIds: JSON.stringify(teamIds) })
  return rows.map((row) => ({ teamId: row.team_id, points: row.points, reachedAt: row.reached_at }))
}
