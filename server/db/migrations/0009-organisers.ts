import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'
import { up as protectLedger } from './0002-append-only-ledger'

const AWARDS = sql.raw('award_id, kind, team_id, vendor_id, point_type, points, awarded_at, received_at, user_id, nfc_id, reason')

/** SQLite drops no constraint of a table, so the ledger's tables are made anew, with their indexes and triggers. */
async function remakeLedger(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('awards_new')
    .addColumn('award_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('point_type', 'text', (c) => c.notNull().references('point_types.point_type'))
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('awarded_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.user_id'))
    .addColumn('nfc_id', 'text', (c) => c.references('tags.nfc_id'))
    .addColumn('reason', 'text')
    .addUniqueConstraint('awards_bonus_once', ['team_id', 'nfc_id'])
    .execute()
  await sql`insert into awards_new (${AWARDS}) select ${AWARDS} from awards`.execute(db)
  await sql`drop table awards`.execute(db)
  await sql`alter table awards_new rename to awards`.execute(db)
  await schema.createIndex('awards_by_team').on('awards').columns(['team_id', 'vendor_id', 'point_type', 'awarded_at']).execute()
  await schema.createIndex('awards_by_vendor').on('awards').columns(['vendor_id', 'awarded_at']).execute()
  await schema
    .createIndex('awards_by_team_and_time')
    .on('awards')
    .columns(['team_id', 'awarded_at', 'received_at', 'vendor_id', 'point_type', 'points', 'award_id'])
    .execute()
  await schema.createIndex('awards_by_time').on('awards').columns(['awarded_at', 'received_at']).execute()

  await schema
    .createTable('voids_new')
    .addColumn('award_id', 'text', (c) => c.primaryKey().references('awards.award_id'))
    .addColumn('voided_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.user_id'))
    .execute()
  await sql`insert into voids_new (award_id, voided_at, user_id) select award_id, voided_at, user_id from voids`.execute(db)
  await sql`drop table voids`.execute(db)
  await sql`alter table voids_new rename to voids`.execute(db)
  await protectLedger(db, 'sqlite')
}

async function loosenLedger(db: Kysely<unknown>): Promise<void> {
  for (const table of ['awards', 'voids']) {
    await sql`alter table ${sql.table(table)} alter column user_id drop not null`.execute(db)
  }
}

async function protectAudit(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres') {
    await sql`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'the audit trail is append-only'; end $$`.execute(db)
  }
  for (const change of ['update', 'delete'] as const) {
    const trigger = sql.ref(`audit_no_${change}`)
    const on = sql`before ${sql.raw(change)} on audit`
    await (engine === 'postgres'
      ? sql`create trigger ${trigger} ${on} for each row execute function refuse_audit_change()`
      : sql`create trigger ${trigger} ${on} begin select raise(abort, 'the audit trail is append-only'); end`
    ).execute(db)
  }
}

/**
 * Organisers and what they do. Entries and voids of the command line have no account, so `user_id` may be null in the ledger.
 */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  const { schema } = db
  await (engine === 'sqlite' ? remakeLedger(db) : loosenLedger(db))
  await schema.alterTable('users').addColumn('organiser_since', 'bigint').execute()
  await schema.alterTable('users').addColumn('blocked_at', 'bigint').execute()
  await schema.alterTable('teams').addColumn('hidden_at', 'bigint').execute()

  await schema
    .createTable('audit')
    .addColumn('entry_id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.user_id'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('team_id', 'text')
    .addColumn('person_id', 'text')
    .addColumn('award_id', 'text')
    .addColumn('reason', 'text')
    .execute()
  await schema.createIndex('audit_by_time').on('audit').columns(['at', 'entry_id']).execute()
  await schema.createIndex('audit_by_team').on('audit').column('team_id').execute()
  await protectAudit(db, engine)

  await schema
    .createTable('team_log')
    .addColumn('entry_id', 'text', (c) => c.primaryKey())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('by_user_id', 'text')
    .addColumn('nfc_id', 'text')
    .execute()
  await schema.createIndex('team_log_by_team').on('team_log').column('team_id').execute()
  await sql`
    insert into team_log (entry_id, team_id, at, what, user_id)
    select 'founded ' || team_id, team_id, created_at, 'founded', captain_id from teams`.execute(db)
  await sql`
    insert into team_log (entry_id, team_id, at, what, user_id)
    select 'joined ' || user_id, team_id, joined_at, 'joined', user_id from memberships`.execute(db)

  await schema
    .createTable('frozen_scores')
    .addColumn('team_id', 'text', (c) => c.primaryKey().references('teams.team_id'))
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('reached_at', 'bigint')
    .execute()

  await schema
    .createTable('messages')
    .addColumn('message_id', 'text', (c) => c.primaryKey())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_to', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.user_id'))
    .execute()
  await schema.createIndex('messages_by_time').on('messages').columns(['sent_at', 'message_id']).execute()

  await schema
    .createTable('booth_devices')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().references('sessions.token_hash').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('waiting', 'integer')
    .execute()
  await schema.createIndex('booth_devices_by_user').on('booth_devices').column('user_id').execute()
  await schema.createIndex('refusals_by_team').on('refusals').columns(['team_id', 'refused_at']).execute()
  await schema.createIndex('refusals_by_vendor').on('refusals').columns(['vendor_id', 'refused_at']).execute()
}
