import { type Kysely, sql } from 'kysely'

/** The score of every standing team, kept beside the ledger, and the indexes that serve rank and recount. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('team_scores')
    .addColumn('team_id', 'text', (c) => c.primaryKey().references('teams.team_id'))
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('reached_at', 'bigint')
    .execute()
  await sql`
    insert into team_scores (team_id, points, reached_at)
    select teams.team_id, coalesce(sum(scoring.points), 0), max(scoring.awarded_at)
    from teams
    left join (
      select team_id, points, awarded_at from awards
      where points <> 0 and not exists (select 1 from voids where voids.award_id = awards.award_id)
    ) as scoring on scoring.team_id = teams.team_id
    where teams.disbanded_at is null
    group by teams.team_id`.execute(db)
  await schema.createIndex('team_scores_by_points').on('team_scores').columns(['points', 'reached_at']).execute()
  // With all that a team is shown of its entries: in the table each of them lies on a page of its own.
  await schema
    .createIndex('awards_by_team_and_time')
    .on('awards')
    .columns(['team_id', 'awarded_at', 'received_at', 'vendor_id', 'point_type', 'points', 'award_id'])
    .execute()
}
