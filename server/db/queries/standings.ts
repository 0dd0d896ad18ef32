import type { Standing } from '#rules/ranking'
import type { Reader, Writer } from '../database'
import { jsonTexts } from '../json-rows'
import { statement } from '../statement'

export interface TeamStanding extends Standing {
  readonly memberCount: number
  readonly nfcId: string | null
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
    .select(['teams.team_id', 'teams.team_name', 'scores.points', 'scores.reached_at', 'sizes.members', 'tags.nfc_id'])
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    points: row.points,
    reachedAt: row.reached_at,
    memberCount: row.members ?? 0,
    nfcId: row.nfc_id,
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

/** One team's score and rank (rule 8: one more than the number of teams with more points). */
export async function readScore(db: Reader | Writer, teamId: string): Promise<{ points: number; rank: number }> {
  const row = await db
    .selectFrom('team_scores as own')
    .where('own.team_id', '=', teamId)
    .select((eb) => [
      'own.points',
      eb
        .selectFrom('team_scores as other')
        .whereRef('other.points', '>', 'own.points')
        .select((sub) => sub.fn.countAll<number>().as('teams'))
        .as('ahead'),
    ])
    .executeTakeFirst()
  // No row: the team was disbanded after the caller found it.
  return row === undefined ? { points: 0, rank: 1 } : { points: row.points, rank: (row.ahead ?? 0) + 1 }
}
