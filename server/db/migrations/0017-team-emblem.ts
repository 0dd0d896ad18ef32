import { type Kysely, sql } from 'kysely'

/** The emblem that a team's founder picked; null: none, and it is derived from the team's id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('teams')
    .addColumn('emblem', 'integer', (column) => column.check(sql`emblem between 0 and 11`))
    .execute()
}
