import { sql } from 'kysely'
import { emblemOf } from '#rules/emblem'
import type { Standing } from '#rules/ranking'
import type { Reader, Writer } from '../database'
import { countedScores } from '../ledger'
import { type JsonList, statement, textsOf } from '../statement'

export interface TeamStanding extends Standing {
  readonly member_count: number
  readonly emblem: number
  readonly nfc_id: string | null
  /** Rule 15. */
  readonly hidden: boolean
}

/** Reads all teams that are not disbanded, in no particular order; `rankTeams` ranks them. */
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
    .select([
      'teams.team_id',
      'teams.team_name',
      'teams.hidden_at',
      'teams.emblem',
      'scores.points',
      'scores.reached_at',
      'tags.nfc_id',
      (eb) => eb.fn.coalesce('sizes.members', eb.lit(0)).as('member_count'),
    ])
    .execute()
  return rows.map(({ hidden_at, emblem, ...row }) => ({
    ...row,
    emblem: emblemOf(row.team_id, emblem),
    hidden: hidden_at !== null,
  }))
}

/** Reads the scores of these teams. Leaves out disbanded teams. */
export const readScores = statement((db, teamIds: JsonList<string>) =>
  db.selectFrom('team_scores').where('team_id', 'in', textsOf(db, teamIds)).selectAll(),
)

export type ScoreDifference = Awaited<ReturnType<typeof findScoreDifferences>>[number]

const score = (points: number | null, reachedAt: number | null) =>
  points === null ? null : { points, reachedAt }

/**
 * Finds teams whose stored score differs from the ledger. A single statement, so that score and
 * ledger are from the same moment.
 */
export async function findScoreDifferences(db: Reader | Writer) {
  const rows = await db
    .selectFrom(countedScores(db).as('counted'))
    .fullJoin('team_scores as stored', 'stored.team_id', 'counted.team_id')
    .innerJoin('teams', (join) =>
      join.on('teams.team_id', '=', sql<string>`coalesce(stored.team_id, counted.team_id)`),
    )
    .where((eb) =>
      eb.or([
        eb('stored.points', 'is distinct from', eb.ref('counted.points')),
        eb('stored.reached_at', 'is distinct from', eb.ref('counted.reached_at')),
      ]),
    )
    .orderBy('teams.team_id')
    .select([
      'teams.team_id as teamId',
      'teams.team_name as teamName',
      'stored.points',
      'stored.reached_at',
      'counted.points as counted_points',
      'counted.reached_at as counted_reached_at',
    ])
    .execute()
  return rows.map(({ points, reached_at, counted_points, counted_reached_at, ...team }) => ({
    ...team,
    /** null if the team has no row in `team_scores`. */
    stored: score(points, reached_at),
    /** Computed from the ledger; null if the team is disbanded. */
    counted: score(counted_points, counted_reached_at),
  }))
}
