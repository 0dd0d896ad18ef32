import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'

/**
 * What each commit changed, for the other servers of a PostgreSQL. Unlogged: a crash of PostgreSQL empties it, and breaks the
 * connections of its readers, who then take everything as changed.
 */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    create unlogged table changes_made (
      xid xid8 not null default pg_current_xact_id(),
      made_by text not null,
      change text not null
    )`.execute(db)
  await sql`create index changes_made_by_xid on changes_made (xid)`.execute(db)
}
