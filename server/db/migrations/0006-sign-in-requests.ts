import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'

/** An account that the organiser entered or that has signed in; any other reserves nothing. */
const RESERVED = sql<boolean>`first_signed_in_at is not null or imported = 1`

/** SQLite drops no constraint of a table, so the table is made anew; nothing watches over foreign keys while tables are made. */
async function remakeUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users_new')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('mobile', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('nickname_key', 'text', (c) => c.notNull())
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('imported', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('first_signed_in_at', 'bigint')
    .addColumn('terms_version', 'text')
    .addColumn('terms_accepted_at', 'bigint')
    .addColumn('browser_hash', 'text')
    .execute()
  await sql`
    insert into users_new (
      user_id, first_name, last_name, email, email_key, mobile, nickname, nickname_key, vendor_id, imported, created_at,
      first_signed_in_at, terms_version, terms_accepted_at)
    select
      user_id, first_name, last_name, email, email_key, mobile, nickname, nickname_key, vendor_id, imported, created_at,
      first_signed_in_at, terms_version, terms_accepted_at
    from users`.execute(db)
  await sql`drop table users`.execute(db)
  await sql`alter table users_new rename to users`.execute(db)
}

async function loosenUsers(db: Kysely<unknown>): Promise<void> {
  for (const column of ['email_key', 'mobile', 'nickname_key']) {
    await sql`alter table users drop constraint ${sql.ref(`users_${column}_key`)}`.execute(db)
  }
  await sql`alter table users add column browser_hash text`.execute(db)
}

/**
 * A number may have several registrations that nobody has signed in to, each with the code and link of its own browser; an
 * e-mail is not unique. Codes belong to the browser that asked for them.
 */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  const { schema } = db
  await (engine === 'sqlite' ? remakeUsers(db) : loosenUsers(db))
  await sql`create unique index users_reserved_mobile on users (mobile) where ${RESERVED}`.execute(db)
  await sql`create unique index users_reserved_nickname on users (nickname_key) where ${RESERVED}`.execute(db)
  await schema.createIndex('users_by_mobile').on('users').column('mobile').execute()
  await schema.createIndex('users_by_nickname').on('users').column('nickname_key').execute()
  await schema.createIndex('users_by_email').on('users').column('email_key').execute()

  await schema
    .createTable('sign_in_requests')
    .addColumn('request_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.references('users.user_id'))
    .addColumn('asked_hash', 'text', (c) => c.notNull())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('code_expires_at', 'bigint', (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('link_hash', 'text', (c) => c.notNull())
    .addColumn('link_expires_at', 'bigint', (c) => c.notNull())
    .execute()
  // Links that were sent go on to work. Their codes do not: nobody knows from which browser they were asked for.
  await sql`
    insert into sign_in_requests (
      request_id, user_id, asked_hash, browser_hash, created_at, used_at, code_hash, code_expires_at, wrong_tries, link_hash,
      link_expires_at)
    select user_id, user_id, '', '', created_at, used_at, code_hash, code_expires_at, wrong_tries, link_hash, link_expires_at
    from sign_in_challenges`.execute(db)
  await schema.dropTable('sign_in_challenges').execute()
  await schema.createIndex('sign_in_requests_by_user').on('sign_in_requests').column('user_id').execute()
  await schema.createIndex('sign_in_requests_by_browser').on('sign_in_requests').columns(['browser_hash', 'asked_hash']).execute()
  await schema.createIndex('sign_in_requests_by_asked').on('sign_in_requests').column('asked_hash').execute()
  await schema.createIndex('sign_in_requests_by_end').on('sign_in_requests').column('link_expires_at').execute()

  await schema.alterTable('sms_sends').addColumn('request_id', 'text').execute()
  await schema.createIndex('sms_sends_by_request').on('sms_sends').column('request_id').execute()

  await schema
    .createTable('wrong_codes')
    .addColumn('account_hash', 'text', (c) => c.notNull())
    .addColumn('tried_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('wrong_codes_by_account').on('wrong_codes').columns(['account_hash', 'tried_at']).execute()
  await schema.createIndex('wrong_codes_by_time').on('wrong_codes').column('tried_at').execute()
}
