import { sql } from 'kysely'
import type { Standing } from '#rules/ranking'
import type { Reader, Writer } from '../database'

export interface TeamStanding extends Standing {
  readonly memberCount: number
  readonly nfcId: string | null
}

/** The score of every team that stands: the sum of its unvoided awards, and when the last of them was made (rule 7, 8). */
function scores(db: Reader | Writer) {
  return db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('voids.award_id', 'is', null)
    .where('teams.disbanded_at', 'is', null)
    .where('awards.points', '<>', 0)
    .groupBy('awards.team_id')
    .select((eb) => [
      'awards.team_id as team_id',
      sql<number>`cast(${eb.fn.sum('awards.points')} as bigint)`.as('points'),
      eb.fn.max('awards.awarded_at').as('reached_at'),
    ])
}

/** Every team that stands, in no order; `rankTeams` ranks them. */
export async function readStandings(db: Reader | Writer): Promise<TeamStanding[]> {
  const rows = await db
    .selectFrom('teams')
    .leftJoin(scores(db).as('scores'), 'scores.team_id', 'teams.team_id')
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
    .where('teams.disbanded_at', 'is', null)
    .select(['teams.team_id', 'teams.team_name', 'scores.points', 'scores.reached_at', 'sizes.members', 'tags.nfc_id'])
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    points: row.points ?? 0,
    reachedAt: row.reached_at,
    memberCount: row.members ?? 0,
    nfcId: row.nfc_id,
  }))
}

/** One team's score and rank (rule 8: one more than the number of teams that have more points). */
export async function readScore(db: Reader | Writer, teamId: string): Promise<{ points: number; rank: number }> {
  const own = await scores(db).where('awards.team_id', '=', teamId).executeTakeFirst()
  const points = own?.points ?? 0
  const ahead = await db
    .selectFrom(scores(db).as('scores'))
    .where('scores.points', '>', points)
    .select((eb) => eb.fn.countAll<number>().as('teams'))
    .executeTakeFirstOrThrow()
  // Teams without awards have no score and are ahead only of what is below zero.
  const unscored = points < 0 ? await countUnscored(db) : 0
  return { points, rank: ahead.teams + unscored + 1 }
}

async function countUnscored(db: Reader | Writer): Promise<number> {
  const { teams } = await db
    .selectFrom('teams')
    .where('disbanded_at', 'is', null)
    .where('team_id', 'not in', (eb) => eb.selectFrom(scores(db).as('scores')).select('scores.team_id'))
    .select((eb) => eb.fn.countAll<number>().as('teams'))
    .executeTakeFirstOrThrow()
  return teams
}
