import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from '#server/db/database'
import type { Tables } from '#server/db/tables'
import type { Engine } from '../support/databases'
import { onEachEngine } from '../support/use-game'

/** A column's type as text; `?` if it may be null. */
type Kind<Value> = `${NonNullable<Value> extends number ? 'number' : 'text'}${null extends Value ? '?' : ''}`

/** `Tables` at run time. The compiler keeps the two equal: a column that is missing, unknown or of another type is an error. */
const TABLES: { readonly [T in keyof Tables]: { readonly [C in keyof Tables[T]]: Kind<Tables[T][C]> } } = {
  settings: { name: 'text', value: 'text' },
  users: {
    user_id: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    email_key: 'text',
    mobile: 'text',
    nickname: 'text',
    nickname_key: 'text',
    vendor_id: 'text?',
    left_booth_at: 'number?',
    imported: 'number',
    created_at: 'number',
    first_signed_in_at: 'number?',
    terms_version: 'text?',
    terms_accepted_at: 'number?',
    browser_hash: 'text?',
    organiser_since: 'number?',
    blocked_at: 'number?',
    search_source: 'text?',
    search_keys: 'text?',
  },
  sessions: {
    token_hash: 'text',
    user_id: 'text',
    created_at: 'number',
    renewed_at: 'number',
    expires_at: 'number',
    address: 'text',
    user_agent: 'text',
  },
  sign_in_requests: {
    request_id: 'text',
    user_id: 'text?',
    asked_hash: 'text',
    browser_hash: 'text',
    created_at: 'number',
    used_at: 'number?',
    code_hash: 'text',
    code_expires_at: 'number',
    wrong_tries: 'number',
    link_hash: 'text',
    link_expires_at: 'number',
  },
  organiser_links: { token_hash: 'text', user_id: 'text', created_at: 'number' },
  sms_sends: { recipient_hash: 'text', sent_at: 'number', request_id: 'text?' },
  server_keys: { name: 'text', value: 'text' },
  push_subscriptions: {
    endpoint: 'text',
    token_hash: 'text',
    user_id: 'text',
    p256dh: 'text',
    auth: 'text',
    created_at: 'number',
  },
  sms_messages: { message_id: 'text', payer: 'text', begun_at: 'number', state: 'text', settled_at: 'number?' },
  wrong_codes: { account_hash: 'text', tried_at: 'number' },
  point_types: { point_type: 'text', label: 'text', points: 'number', cooldown_seconds: 'number', position: 'number' },
  vendors: { vendor_id: 'text', name: 'text', location: 'text', description: 'text', position: 'number' },
  vendor_point_types: { vendor_id: 'text', point_type: 'text', position: 'number' },
  teams: {
    team_id: 'text',
    team_name: 'text',
    name_key: 'text?',
    captain_id: 'text',
    created_at: 'number',
    disbanded_at: 'number?',
    hidden_at: 'number?',
    emblem: 'number?',
  },
  memberships: { user_id: 'text', team_id: 'text', joined_at: 'number' },
  invites: { user_id: 'text', team_id: 'text', created_at: 'number' },
  tags: {
    nfc_id: 'text',
    nfc_type: 'text',
    team_id: 'text?',
    vendor_id: 'text?',
    point_type: 'text?',
    written_at: 'number?',
    created_at: 'number',
    proof: 'text?',
    uid: 'text?',
  },
  awards: {
    award_id: 'text',
    kind: 'text',
    team_id: 'text',
    vendor_id: 'text?',
    point_type: 'text',
    points: 'number',
    awarded_at: 'number',
    received_at: 'number',
    user_id: 'text?',
    nfc_id: 'text?',
    reason: 'text?',
  },
  voids: { award_id: 'text', voided_at: 'number', user_id: 'text?' },
  team_scores: { team_id: 'text', points: 'number', reached_at: 'number?' },
  refusals: {
    refusal_id: 'text',
    award_id: 'text',
    user_id: 'text',
    vendor_id: 'text?',
    team_id: 'text',
    point_type: 'text',
    code: 'text',
    made_at: 'number',
    refused_at: 'number',
  },
  refusals_beyond: { user_id: 'text', number: 'number', first_at: 'number', last_at: 'number' },
  late_entries: {
    late_id: 'text',
    kind: 'text',
    award_id: 'text',
    team_id: 'text',
    vendor_id: 'text?',
    point_type: 'text',
    points: 'number',
    user_id: 'text',
    nfc_id: 'text?',
    made_at: 'number',
    received_at: 'number',
    accepted_at: 'number?',
  },
  audit: {
    entry_id: 'text',
    at: 'number',
    user_id: 'text?',
    what: 'text',
    about: 'text',
    team_id: 'text?',
    person_id: 'text?',
    award_id: 'text?',
    reason: 'text?',
  },
  team_log: {
    entry_id: 'text',
    team_id: 'text',
    at: 'number',
    what: 'text',
    user_id: 'text?',
    by_user_id: 'text?',
    nfc_id: 'text?',
  },
  frozen_scores: { team_id: 'text', points: 'number', reached_at: 'number?' },
  messages: {
    message_id: 'text',
    text: 'text',
    sent_at: 'number',
    sent_to: 'text',
    user_id: 'text?',
    notified_at: 'number?',
  },
  tag_touches: {
    uid: 'text',
    counter: 'number',
    nfc_id: 'text',
    team_id: 'text',
    user_id: 'text',
    made_at: 'number',
    received_at: 'number',
  },
  dismissed_odd: { kind: 'text', subject: 'text', until: 'number' },
  booth_devices: { token_hash: 'text', user_id: 'text', seen_at: 'number', waiting: 'number?' },
  signing_devices: {
    device_id: 'text',
    user_id: 'text',
    public_key: 'text',
    registered_at: 'number',
    last_used_at: 'number?',
    revoked_at: 'number?',
  },
  staff_history: { user_id: 'text', vendor_id: 'text', from_at: 'number?', until_at: 'number?' },
}

/** Primary keys, as `table.column`. SQLite reports them as nullable (https://www.sqlite.org/quirks.html). */
async function sqliteKeys(db: Reader): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select m.name || '.' || c.name as key from sqlite_master m join pragma_table_info(m.name) c where c.pk > 0
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

async function readTables(engine: Engine, db: Reader): Promise<unknown> {
  const keys = engine === 'sqlite' ? await sqliteKeys(db) : new Set()
  // PostgreSQL alone has the log of changes, whose type is not in the common ones.
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'changes_made')
  const kindOf = (dataType: string) => (/int/i.test(dataType) ? 'number' : 'text')
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map((column) => {
          const mark = column.isNullable && !keys.has(`${name}.${column.name}`) ? '?' : ''
          return [column.name, `${kindOf(column.dataType)}${mark}`]
        }),
      ),
    ]),
  )
}

onEachEngine('the tables', (game, engine) => {
  test('have exactly the columns of the type `Tables`', async () => {
    expect(await readTables(engine, game().db.read)).toEqual(TABLES)
  })
})
