import { type Kysely, sql } from 'kysely'

/** Rule 18: the years 2020 to 2100, in ms. */
const KEPT = sql`between ${sql.lit(Date.UTC(2020, 0, 1))} and ${sql.lit(Date.UTC(2101, 0, 1) - 1)}`

/** What arrived after the results were closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('late_entries')
    .addColumn('late_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('award_id', 'text', (c) => c.notNull())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('point_type', 'text', (c) => c.notNull().references('point_types.point_type'))
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('nfc_id', 'text', (c) => c.references('tags.nfc_id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('accepted_at', 'bigint')
    .addCheckConstraint('late_entries_times', sql`made_at ${KEPT} and received_at ${KEPT} and accepted_at ${KEPT}`)
    .execute()
  await schema.createIndex('late_entries_by_award').on('late_entries').column('award_id').execute()
  await schema.createIndex('late_entries_by_team').on('late_entries').columns(['team_id', 'nfc_id']).execute()
}
