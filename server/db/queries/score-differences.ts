import { sql } from 'kysely'
import type { Reader, Writer } from '../database'
import { countedScores } from '../ledger'

interface Score {
  readonly points: number
  /** ms since the epoch; null if no entry scores. */
  readonly reachedAt: number | null
}

export type ScoreDifference = Awaited<ReturnType<typeof findScoreDifferences>>[number]

function score(points: number | null, reachedAt: number | null): Score | null {
  return points === null ? null : { points, reachedAt }
}

/** Teams whose score differs from the ledger. A single statement, so that both are from the same moment. */
export async function findScoreDifferences(db: Reader | Writer) {
  const rows = await db
    .selectFrom(countedScores(db).as('counted'))
    .fullJoin('team_scores as stored', 'stored.team_id', 'counted.team_id')
    .innerJoin('teams', (join) => join.on('teams.team_id', '=', sql<string>`coalesce(stored.team_id, counted.team_id)`))
    .where((eb) =>
      eb.or([
        eb('stored.points', 'is distinct from', eb.ref('counted.points')),
        eb('stored.reached_at', 'is distinct from', eb.ref('counted.reached_at')),
      ]),
    )
    .orderBy('teams.team_id')
    .select([
      'teams.team_id',
      'teams.team_name',
      'stored.points as stored_points',
      'stored.reached_at as stored_reached_at',
      'counted.points as counted_points',
      'counted.reached_at as counted_reached_at',
    ])
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    /** The stored score; null if the team has no row in `team_scores`. */
    stored: score(row.stored_points, row.stored_reached_at),
    /** The score computed from the ledger; null if the team is disbanded. */
    counted: score(row.counted_points, row.counted_reached_at),
  }))
}
