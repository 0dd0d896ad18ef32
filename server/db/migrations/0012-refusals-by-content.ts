import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'

/** SQLite drops no constraint of a table, so the table is made anew. */
async function remakeRefusals(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('refusals_new')
    .addColumn('refusal_id', 'text', (c) => c.primaryKey())
    .addColumn('award_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('vendor_id', 'text')
    .addColumn('team_id', 'text', (c) => c.notNull())
    .addColumn('point_type', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('refused_at', 'bigint', (c) => c.notNull())
    .execute()
  const columns = sql.raw('refusal_id, award_id, user_id, vendor_id, team_id, point_type, code, made_at, refused_at')
  await sql`insert into refusals_new (${columns}) select ${columns} from refusals`.execute(db)
  await sql`drop table refusals`.execute(db)
  await sql`alter table refusals_new rename to refusals`.execute(db)
  await schema.createIndex('refusals_by_team').on('refusals').columns(['team_id', 'refused_at']).execute()
  await schema.createIndex('refusals_by_vendor').on('refusals').columns(['vendor_id', 'refused_at']).execute()
}

/**
 * A refusal is kept for each content of an award's id. Before, a second content that was refused with the same code was not kept, so that a late
 * copy of it was judged anew.
 */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  if (engine === 'sqlite') await remakeRefusals(db)
  else await sql`alter table refusals drop constraint refusals_once`.execute(db)
  await sql`
    create unique index refusals_once
    on refusals (award_id, user_id, code, team_id, point_type, coalesce(vendor_id, ''))`.execute(db)
}
