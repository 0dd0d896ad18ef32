import type { Kysely } from 'kysely'

/** What people are found by in the control room, folded, and the names that it was made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('search_source', 'text').execute()
  await db.schema.alterTable('users').addColumn('search_keys', 'text').execute()
}
