import { type Kysely, sql } from 'kysely'

/** Which messages phones were notified of. Those sent before this version were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('notified_at', 'bigint').execute()
  await sql`update messages set notified_at = sent_at`.execute(db)
}
