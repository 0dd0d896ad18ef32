import { type Kysely, sql } from 'kysely'
import type { Database } from './database'
import { isPossibleTime, TABLE_NAMES, TABLES, type Tables } from './tables'

/** The tables whose times rule 18 bounds. */
const TIMED_TABLES: readonly (keyof Tables)[] = [
  'booth_closings',
  'teams',
  'memberships',
  'invites',
  'team_log',
  'tag_touches',
  'tag_refusals',
  'awards',
  'voids',
  'team_scores',
  'frozen_scores',
  'refusals',
  'refusals_beyond',
  'late_entries',
  'messages',
  'audit',
]

/** Builds the check of a table's times. Skips columns that have a check of their own. */
function timesOf(table: keyof Tables): string {
  const checks = Object.entries<string>(TABLES[table]).flatMap(([name, type]) => {
    if (!/^(\w+_)?at$/.test(name) || !/^bigint( not null)?$/.test(type)) return []
    // Null passes any check.
    return isPossibleTime(name)
  })
  return `constraint ${table}_times check (${checks.join(' and ')})`
}

/** Constraints of whole rows other than their times. */
const CONSTRAINTS: { readonly [T in keyof Tables]?: string } = {
  vendor_point_types: 'constraint vendor_point_types_pk primary key (vendor_id, point_type)',
  booth_closings: 'constraint booth_closings_pk primary key (vendor_id, closed_at)',
  tag_touches: 'constraint tag_touches_pk primary key (uid, counter)',
  tag_refusals: 'constraint tag_refusals_pk primary key (nfc_id, team_id, refused_at)',
  awards: 'constraint awards_bonus_once unique (team_id, nfc_id)',
}

/**
 * Only accounts that have signed in or that an organiser entered reserve a number and a nickname.
 */
const RESERVED = 'first_signed_in_at is not null or imported = 1'

const INDEXES = `
create unique index users_reserved_mobile on users (mobile) where ${RESERVED};
create unique index users_reserved_nickname on users (nickname_key) where ${RESERVED};
create index users_by_mobile on users (mobile);
create index users_by_nickname on users (nickname_key);
create index users_by_email on users (email_key);
create index sessions_by_user on sessions (user_id);
create index sign_in_requests_by_user on sign_in_requests (user_id);
create index sign_in_requests_by_browser on sign_in_requests (browser_hash, asked_hash);
create index sign_in_requests_by_asked on sign_in_requests (asked_hash);
create index sign_in_requests_by_end on sign_in_requests (link_expires_at);
create index organiser_links_by_user on organiser_links (user_id);
create index wrong_codes_by_account on wrong_codes (account_hash, tried_at);
create index wrong_codes_by_time on wrong_codes (tried_at);
create index sms_sends_by_recipient on sms_sends (recipient_hash, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
create index sms_sends_by_request on sms_sends (request_id);
-- Covers the budgets, which are counted before every SMS.
create index sms_messages_by_state on sms_messages (state, payer, begun_at, settled_at);
create index sms_messages_by_user on sms_messages (user_id, begun_at);
create index sms_messages_by_address on sms_messages (address_hash, state, begun_at);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (token_hash);
create index memberships_by_team on memberships (team_id);
create index invites_by_team on invites (team_id);
create index team_log_by_team on team_log (team_id);
create index team_log_by_user on team_log (user_id, at);
create unique index tags_by_uid on tags (uid);
create index tag_refusals_by_time on tag_refusals (refused_at);
-- A pause is read from this index and the voids alone: with a million awards, fetching each award for its id took three times as long.
create index awards_by_team on awards (team_id, vendor_id, point_type, awarded_at, award_id);
-- Covers what a team is shown of its entries: in the table each of them lies on another page.
create index awards_by_team_and_time on awards (team_id, awarded_at, received_at, vendor_id, point_type, points, award_id);
create index awards_by_vendor on awards (vendor_id, awarded_at);
create index awards_by_time on awards (awarded_at, received_at);
-- What came more than an hour after it was made.
create index awards_by_late_receipt on awards (received_at) where received_at - awarded_at > 3600000;
-- An award is recorded once however often it is sent, and moved once (rule 10).
create unique index awards_by_sent_id on awards (sent_id, user_id) where sent_id is not null;
create unique index awards_by_move on awards (moved_from) where moved_from is not null;
create index team_scores_by_points on team_scores (points, reached_at);
-- Of each content: a late copy must not be judged anew.
create unique index refusals_once on refusals (award_id, user_id, code, team_id, point_type, coalesce(vendor_id, ''));
create index refusals_by_team on refusals (team_id, refused_at);
create index refusals_by_vendor on refusals (vendor_id, refused_at);
create index refusals_by_user on refusals (user_id, refused_at);
create index refusals_by_time on refusals (refused_at, refusal_id);
create index late_entries_by_award on late_entries (award_id);
create index late_entries_by_team on late_entries (team_id, nfc_id);
create index late_entries_by_user on late_entries (user_id, received_at);
create index messages_by_time on messages (sent_at, message_id);
create index audit_by_time on audit (at, entry_id);
create index audit_by_team on audit (team_id);
create index booth_devices_by_user on booth_devices (user_id);
create index signing_devices_by_user on signing_devices (user_id);
create index signing_devices_by_session on signing_devices (token_hash);
create index staff_history_by_user on staff_history (user_id, vendor_id);
`

/**
 * Changes of each commit, for the other servers on a PostgreSQL database. Unlogged: a crash of
 * PostgreSQL empties it, but also breaks the connections of its readers, which then assume that
 * everything changed.
 */
const CHANGE_LOG = `
create unlogged table changes_made (
  xid xid8 not null default pg_current_xact_id(),
  made_by text not null,
  change text not null
);
create index changes_made_by_xid on changes_made (xid);
`

/** Append-only tables, enforced by triggers whatever the code does (rules 7 and 14). */
export const APPEND_ONLY = { awards: 'ledger', voids: 'ledger', audit: 'audit' } as const
const MESSAGES = {
  ledger: 'the ledger is append-only',
  audit: 'the audit trail is append-only',
} as const

function appendOnlyTriggers(engine: Database['engine']): string[] {
  if (engine === 'sqlite') {
    return Object.entries(APPEND_ONLY).flatMap(([table, kind]) =>
      ['update', 'delete'].map(
        (change) =>
          `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${MESSAGES[kind]}'); end`,
      ),
    )
  }
  const functions = Object.entries(MESSAGES).map(
    ([kind, message]) =>
      `create function refuse_${kind}_change() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
  )
  const triggers = Object.entries(APPEND_ONLY).flatMap(([table, kind]) =>
    ['update', 'delete', ...(kind === 'ledger' ? ['truncate'] : [])].map((change) => {
      const each = change === 'truncate' ? 'statement' : 'row'
      return `create trigger ${table}_no_${change} before ${change} on ${table} for each ${each} execute function refuse_${kind}_change()`
    }),
  )
  return [...functions, ...triggers]
}

function createTable(name: keyof Tables): string {
  const columns = Object.entries(TABLES[name]).map(([column, type]) => `${column} ${type}`)
  const parts = [
    ...columns,
    CONSTRAINTS[name] ?? [],
    TIMED_TABLES.includes(name) ? timesOf(name) : [],
  ].flat()
  return `create table ${name} (${parts.join(', ')})`
}

/** Lists the statements that create tables and indexes, without the triggers. */
function schema(engine: Database['engine']): string[] {
  const others = (INDEXES + (engine === 'postgres' ? CHANGE_LOG : ''))
    .split(/;\n/)
    .map((statement) => statement.trim())
  return [...TABLE_NAMES.map(createTable), ...others.filter((statement) => statement !== '')]
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Creates the tables of release 1.0.0. Nothing here changes: later releases add migrations. */
export async function createSchema(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  await run(db, [...schema(engine), ...appendOnlyTriggers(engine)])
}
