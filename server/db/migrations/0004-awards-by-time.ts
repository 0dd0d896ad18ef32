import type { Kysely } from 'kysely'

/** Finds the latest awards of the whole event, which the ranking shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('awards_by_time').on('awards').columns(['awarded_at', 'received_at']).execute()
}
