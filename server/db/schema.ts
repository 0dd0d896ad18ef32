import { type Kysely, sql } from 'kysely'
import type { Database } from './database'

/** Rule 18, kept by the database itself: a time lies in the years 2020 to 2100 (ms). Written out, because a release's schema never changes. */
const kept = (column: string) => `${column} between 1577836800000 and 4133980799999`
const keptOrNull = (column: string) => `(${column} is null or ${kept(column)})`

/** Accounts that the organiser entered or that have signed in; any other reserves nothing. */
const RESERVED = 'first_signed_in_at is not null or imported = 1'

/**
 * What a new database gets on both engines; `tables.ts` says what the columns mean. Each table after those that it refers to.
 * Statements end with a semicolon at the end of a line.
 */
const SCHEMA = `
create table settings (
  name text primary key,
  value text not null
);
create table server_keys (
  name text primary key,
  value text not null
);

create table vendors (
  vendor_id text primary key,
  name text not null,
  location text not null,
  description text not null,
  position integer not null
);
create table point_types (
  point_type text primary key,
  label text not null,
  points integer not null,
  cooldown_seconds integer not null,
  position integer not null
);
create table vendor_point_types (
  vendor_id text not null references vendors (vendor_id),
  point_type text not null references point_types (point_type),
  position integer not null,
  constraint vendor_point_types_pk primary key (vendor_id, point_type)
);

create table booth_closings (
  vendor_id text not null references vendors (vendor_id),
  closed_at bigint not null,
  opened_at bigint,
  constraint booth_closings_pk primary key (vendor_id, closed_at),
  constraint booth_closings_times check (${kept('closed_at')} and ${keptOrNull('opened_at')})
);

create table users (
  user_id text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text not null,
  mobile text not null,
  nickname text not null,
  nickname_key text not null,
  vendor_id text references vendors (vendor_id),
  left_booth_at bigint,
  imported integer not null,
  created_at bigint not null,
  first_signed_in_at bigint,
  terms_version text,
  terms_accepted_at bigint,
  browser_hash text,
  organiser_since bigint,
  blocked_at bigint,
  search_keys text,
  search_source text
);
create unique index users_reserved_mobile on users (mobile) where ${RESERVED};
create unique index users_reserved_nickname on users (nickname_key) where ${RESERVED};
create index users_by_mobile on users (mobile);
create index users_by_nickname on users (nickname_key);
create index users_by_email on users (email_key);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (user_id),
  created_at bigint not null,
  renewed_at bigint not null,
  expires_at bigint not null,
  address text not null,
  user_agent text not null
);
create index sessions_by_user on sessions (user_id);
create table sign_in_requests (
  request_id text primary key,
  user_id text references users (user_id),
  asked_hash text not null,
  browser_hash text not null,
  created_at bigint not null,
  used_at bigint,
  code_hash text not null,
  code_expires_at bigint not null,
  wrong_tries integer not null,
  link_hash text not null,
  link_expires_at bigint not null
);
create index sign_in_requests_by_user on sign_in_requests (user_id);
create index sign_in_requests_by_browser on sign_in_requests (browser_hash, asked_hash);
create index sign_in_requests_by_asked on sign_in_requests (asked_hash);
create index sign_in_requests_by_end on sign_in_requests (link_expires_at);
create table organiser_links (
  token_hash text primary key,
  user_id text not null references users (user_id),
  created_at bigint not null
);
create index organiser_links_by_user on organiser_links (user_id);
create table wrong_codes (
  account_hash text not null,
  tried_at bigint not null
);
create index wrong_codes_by_account on wrong_codes (account_hash, tried_at);
create index wrong_codes_by_time on wrong_codes (tried_at);

create table sms_sends (
  recipient_hash text not null,
  sent_at bigint not null,
  request_id text
);
create index sms_sends_by_recipient on sms_sends (recipient_hash, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
create index sms_sends_by_request on sms_sends (request_id);
create table sms_messages (
  message_id text primary key,
  payer text not null,
  begun_at bigint not null,
  state text not null,
  settled_at bigint
);
-- All that the budgets count, before every SMS.
create index sms_messages_by_state on sms_messages (state, payer, begun_at, settled_at);
create table push_subscriptions (
  endpoint text primary key,
  token_hash text not null references sessions (token_hash) on delete cascade,
  user_id text not null references users (user_id),
  p256dh text not null,
  auth text not null,
  created_at bigint not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (token_hash);

create table teams (
  team_id text primary key,
  team_name text not null,
  name_key text unique,
  captain_id text not null references users (user_id),
  created_at bigint not null,
  disbanded_at bigint,
  hidden_at bigint,
  emblem integer check (emblem between 0 and 11),
  constraint teams_times check (${kept('created_at')} and ${keptOrNull('disbanded_at')} and ${keptOrNull('hidden_at')})
);
create table memberships (
  user_id text primary key references users (user_id),
  team_id text not null references teams (team_id),
  joined_at bigint not null,
  constraint memberships_times check (${kept('joined_at')})
);
create index memberships_by_team on memberships (team_id);
create table invites (
  user_id text primary key references users (user_id),
  team_id text not null references teams (team_id),
  created_at bigint not null,
  constraint invites_times check (${kept('created_at')})
);
create index invites_by_team on invites (team_id);
create table team_log (
  entry_id text primary key,
  team_id text not null references teams (team_id),
  at bigint not null,
  what text not null,
  user_id text,
  by_user_id text,
  nfc_id text,
  constraint team_log_times check (${kept('at')})
);
create index team_log_by_team on team_log (team_id);
create index team_log_by_user on team_log (user_id, at);

create table tags (
  nfc_id text primary key,
  nfc_type text not null,
  team_id text unique references teams (team_id),
  vendor_id text references vendors (vendor_id),
  point_type text references point_types (point_type),
  written_at bigint,
  created_at bigint not null,
  proof text,
  uid text,
  created_by text,
  written_by text
);
create unique index tags_by_uid on tags (uid);
create table tag_touches (
  uid text not null,
  counter integer not null,
  nfc_id text not null references tags (nfc_id),
  team_id text not null references teams (team_id),
  user_id text not null references users (user_id),
  made_at bigint not null,
  received_at bigint not null,
  constraint tag_touches_pk primary key (uid, counter),
  constraint tag_touches_times check (${kept('made_at')} and ${kept('received_at')})
);
create table tag_refusals (
  nfc_id text not null references tags (nfc_id),
  team_id text not null references teams (team_id),
  refused_at bigint not null,
  constraint tag_refusals_pk primary key (nfc_id, team_id, refused_at),
  constraint tag_refusals_times check (${kept('refused_at')})
);
create index tag_refusals_by_time on tag_refusals (refused_at);
create table dismissed_odd (
  kind text not null,
  subject text not null,
  until bigint not null,
  constraint dismissed_odd_pk primary key (kind, subject)
);

create table awards (
  award_id text primary key,
  kind text not null,
  team_id text not null references teams (team_id),
  vendor_id text references vendors (vendor_id),
  point_type text not null references point_types (point_type),
  points integer not null,
  awarded_at bigint not null,
  received_at bigint not null,
  user_id text references users (user_id),
  nfc_id text references tags (nfc_id),
  reason text,
  constraint awards_bonus_once unique (team_id, nfc_id),
  constraint awards_times check (${kept('awarded_at')} and ${kept('received_at')})
);
-- A pause is read from this index and the voids alone: with a million awards, fetching each award for its id took three times as long.
create index awards_by_team on awards (team_id, vendor_id, point_type, awarded_at, award_id);
-- With all that a team is shown of its entries: in the table each of them lies on a page of its own.
create index awards_by_team_and_time on awards (team_id, awarded_at, received_at, vendor_id, point_type, points, award_id);
create index awards_by_vendor on awards (vendor_id, awarded_at);
create index awards_by_time on awards (awarded_at, received_at);
create table voids (
  award_id text primary key references awards (award_id),
  voided_at bigint not null,
  user_id text references users (user_id),
  constraint voids_times check (${kept('voided_at')})
);
create table team_scores (
  team_id text primary key references teams (team_id),
  points bigint not null,
  reached_at bigint,
  constraint team_scores_times check (${keptOrNull('reached_at')})
);
create index team_scores_by_points on team_scores (points, reached_at);
create table frozen_scores (
  team_id text primary key references teams (team_id),
  points bigint not null,
  reached_at bigint,
  constraint frozen_scores_times check (${keptOrNull('reached_at')})
);

create table refusals (
  refusal_id text primary key,
  award_id text not null,
  user_id text not null,
  vendor_id text,
  team_id text not null,
  point_type text not null,
  code text not null,
  made_at bigint not null,
  refused_at bigint not null,
  constraint refusals_times check (${kept('made_at')} and ${kept('refused_at')})
);
-- Of each content: a late copy of a second one must not be judged anew.
create unique index refusals_once on refusals (award_id, user_id, code, team_id, point_type, coalesce(vendor_id, ''));
create index refusals_by_team on refusals (team_id, refused_at);
create index refusals_by_vendor on refusals (vendor_id, refused_at);
create index refusals_by_user on refusals (user_id, refused_at);
create index refusals_by_time on refusals (refused_at, refusal_id);
create table refusals_beyond (
  user_id text primary key,
  number integer not null,
  first_at bigint not null,
  last_at bigint not null,
  constraint refusals_beyond_times check (${kept('first_at')} and ${kept('last_at')})
);
create table late_entries (
  late_id text primary key,
  kind text not null,
  award_id text not null,
  team_id text not null references teams (team_id),
  vendor_id text references vendors (vendor_id),
  point_type text not null references point_types (point_type),
  points integer not null,
  user_id text not null references users (user_id),
  nfc_id text references tags (nfc_id),
  made_at bigint not null,
  received_at bigint not null,
  accepted_at bigint,
  declined_at bigint check (${kept('declined_at')}),
  signed integer not null default 0,
  constraint late_entries_times check (${kept('made_at')} and ${kept('received_at')} and ${kept('accepted_at')})
);
create index late_entries_by_award on late_entries (award_id);
create index late_entries_by_team on late_entries (team_id, nfc_id);
create index late_entries_by_user on late_entries (user_id, received_at);
create table late_beyond (
  user_id text primary key,
  number integer not null,
  first_at bigint not null,
  last_at bigint not null,
  constraint late_beyond_times check (${kept('first_at')} and ${kept('last_at')})
);

create table messages (
  message_id text primary key,
  text text not null,
  sent_at bigint not null,
  sent_to text not null,
  user_id text references users (user_id),
  notified_at bigint,
  constraint messages_times check (${kept('sent_at')} and ${keptOrNull('notified_at')})
);
create index messages_by_time on messages (sent_at, message_id);
create table audit (
  entry_id text primary key,
  at bigint not null,
  user_id text references users (user_id),
  what text not null,
  about text not null,
  team_id text,
  person_id text,
  award_id text,
  reason text,
  constraint audit_times check (${kept('at')})
);
create index audit_by_time on audit (at, entry_id);
create index audit_by_team on audit (team_id);

create table booth_devices (
  token_hash text primary key references sessions (token_hash) on delete cascade,
  user_id text not null references users (user_id),
  seen_at bigint not null,
  waiting integer
);
create index booth_devices_by_user on booth_devices (user_id);
create table signing_devices (
  device_id text primary key,
  user_id text not null references users (user_id),
  public_key text not null,
  token_hash text,
  registered_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index signing_devices_by_user on signing_devices (user_id);
create index signing_devices_by_session on signing_devices (token_hash);
create table staff_history (
  user_id text not null references users (user_id),
  vendor_id text not null references vendors (vendor_id),
  from_at bigint,
  until_at bigint
);
create index staff_history_by_user on staff_history (user_id, vendor_id);
`

/**
 * What each commit changed, for the other servers of a PostgreSQL. Unlogged: a crash of PostgreSQL empties it, and breaks the
 * connections of its readers, who then take everything as changed.
 */
const CHANGE_LOG = `
create unlogged table changes_made (
  xid xid8 not null default pg_current_xact_id(),
  made_by text not null,
  change text not null
);
create index changes_made_by_xid on changes_made (xid);
`

/** Tables whose rows stay as they were written, whatever the code does (rules 7 and 14). */
const APPEND_ONLY = { awards: 'ledger', voids: 'ledger', audit: 'audit' } as const
const SAYS = { ledger: 'the ledger is append-only', audit: 'the audit trail is append-only' } as const

function protections(engine: Database['engine']): string[] {
  if (engine === 'sqlite') {
    return Object.entries(APPEND_ONLY).flatMap(([table, kind]) =>
      ['update', 'delete'].map(
        (change) =>
          `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${SAYS[kind]}'); end`,
      ),
    )
  }
  const functions = Object.entries(SAYS).map(
    ([kind, message]) =>
      `create function refuse_${kind}_change() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
  )
  const triggers = Object.entries(APPEND_ONLY).flatMap(([table, kind]) =>
    [...['update', 'delete'], ...(kind === 'ledger' ? ['truncate'] : [])].map((change) => {
      const each = change === 'truncate' ? 'statement' : 'row'
      return `create trigger ${table}_no_${change} before ${change} on ${table} for each ${each} execute function refuse_${kind}_change()`
    }),
  )
  return [...functions, ...triggers]
}

function schema(engine: Database['engine']): string[] {
  const text = SCHEMA + (engine === 'postgres' ? CHANGE_LOG : '')
  return text
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Release 1.0.0. Once it is out, nothing here changes: later releases add migrations. */
export async function createSchema(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  await run(db, [...schema(engine), ...protections(engine)])
}

/** Columns that a database of the last version before 1.0.0 lacks. Its missing tables and indexes are made as in a new one. */
const ADDED = [
  `alter table late_entries add column declined_at bigint check (${kept('declined_at')})`,
  'alter table late_entries add column signed integer not null default 0',
  'alter table signing_devices add column token_hash text',
  'alter table tags add column created_by text',
  'alter table tags add column written_by text',
]

/** A key was registered right after its session began. One whose session is over, or whose person left the booth, is revoked. */
const keysOfSessions = (now: number) => [
  `update signing_devices set token_hash = (select token_hash from sessions where sessions.user_id = signing_devices.user_id
    and sessions.created_at <= signing_devices.registered_at order by sessions.created_at desc limit 1)`,
  `update signing_devices set revoked_at = ${now} where revoked_at is null
    and (token_hash is null or user_id in (select user_id from users where vendor_id is null))`,
]

/** Checks of times that a database from before has in another form: on SQLite, which could not add any, as triggers. */
const CHECKS = /^ {2}constraint (?!late_|tag_|booth_)(\w+)_times check .*$/gm

/** Brings a database of the last version before 1.0.0 to the same state as a new one. */
export async function takeOver(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  await run(db, ADDED)
  const missing = schema(engine).map((statement) =>
    statement.replace(/create (unlogged table|table|unique index|index)/, '$& if not exists'),
  )
  await run(db, missing)
  await run(db, keysOfSessions(Date.now()))
  await run(db, ['drop table kysely_migration_lock'])
  for (const [check, table] of SCHEMA.matchAll(CHECKS)) {
    const before =
      engine === 'sqlite'
        ? [`drop trigger ${table}_times_on_insert`, `drop trigger ${table}_times_on_update`]
        : [`alter table ${table} drop constraint ${table}_times`]
    await run(db, [...before, `alter table ${table} add ${check.trim()}`])
  }
}
