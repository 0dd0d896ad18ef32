import { sql } from 'kysely'
import type { Reader } from './db/database'
import { selectAudit } from './db/queries/audit'
import { columnsOf, type Tables, type UsersTable } from './db/tables'
import { isTime } from './exports'
import { hashSecret } from './random'
import { isoTime } from './time'

const isoOf = (name: string, value: unknown) =>
  isTime(name) && typeof value === 'number' ? isoTime(value) : value
const readableRow = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isoOf(name, value)]))

/** Returns a function that queries the rows of a table in which a column names the person. */
function createRowsOf(db: Reader, userId: string) {
  return <T extends keyof Tables>(
    table: T,
    columns: readonly (keyof Tables[T] & string)[],
    { whose = 'user_id', by }: { readonly whose?: string; readonly by?: string } = {},
  ) => ({
    async execute(): Promise<object[]> {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      const order = by === undefined ? sql`` : sql` order by ${sql.ref(by)}`
      const { rows } = await sql<object>`
        select ${names} from ${sql.table(table)} where ${sql.ref(whose)} = ${userId}${order}`.execute(
        db,
      )
      return rows
    },
  })
}

/** Queries for each list of a person's sign-ins. */
function signIns(db: Reader, { user_id, mobile, email_key }: UsersTable) {
  const hashes = [user_id, mobile, email_key].map(hashSecret)
  const rowsOf = createRowsOf(db, user_id)
  return {
    sessions: rowsOf('sessions', [
      'created_at',
      'renewed_at',
      'expires_at',
      'address',
      'user_agent',
    ]),
    codes: db
      .selectFrom('sign_in_requests')
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('asked_hash', 'in', hashes)]))
      .select(['created_at', 'used_at', 'wrong_tries']),
    links: rowsOf('organiser_links', ['created_at']),
    sms_counted: db.selectFrom('sms_sends').where('recipient_hash', 'in', hashes).select('sent_at'),
    wrong_codes: db
      .selectFrom('wrong_codes')
      .where('account_hash', 'in', hashes)
      .select('tried_at'),
    notifications: rowsOf('push_subscriptions', ['endpoint', 'created_at']),
    signing_devices: rowsOf('signing_devices', ['registered_at', 'last_used_at', 'revoked_at']),
    booth_history: rowsOf('staff_history', ['vendor_id', 'from_at', 'until_at']),
    booth_devices: rowsOf('booth_devices', ['seen_at', 'waiting']),
  }
}

/** Queries for each list of actions by or about a person. */
function takingPart(db: Reader, userId: string) {
  const team = ['teams.team_id', 'teams.team_name'] as const
  const rowsOf = createRowsOf(db, userId)
  return {
    team: db
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
      .where('memberships.user_id', '=', userId)
      .select([...team, 'memberships.joined_at']),
    requests: db
      .selectFrom('invites')
      .innerJoin('teams', 'teams.team_id', 'invites.team_id')
      .where('invites.user_id', '=', userId)
      .select([...team, 'invites.created_at']),
    captain_of: rowsOf('teams', ['team_id', 'team_name', 'created_at', 'disbanded_at'], {
      whose: 'captain_id',
    }),
    team_history: db
      .selectFrom('team_log')
      .innerJoin('teams', 'teams.team_id', 'team_log.team_id')
      .where((eb) =>
        eb.or([eb('team_log.user_id', '=', userId), eb('team_log.by_user_id', '=', userId)]),
      )
      .orderBy('team_log.at')
      .select([...team, 'team_log.at', 'team_log.what', 'team_log.nfc_id']),
    awards: rowsOf('awards', columnsOf('awards'), { by: 'awarded_at' }),
    voids: rowsOf('voids', ['award_id', 'voided_at']),
    refusals: rowsOf('refusals', [
      'award_id',
      'vendor_id',
      'team_id',
      'point_type',
      'code',
      'made_at',
      'refused_at',
    ]),
    tag_touches: rowsOf('tag_touches', ['nfc_id', 'team_id', 'made_at', 'received_at'], {
      by: 'received_at',
    }),
    late_entries: rowsOf(
      'late_entries',
      [
        'kind',
        'award_id',
        'vendor_id',
        'team_id',
        'point_type',
        'points',
        'made_at',
        'received_at',
        'accepted_at',
        'declined_at',
      ],
      { by: 'received_at' },
    ),
    tags_made: rowsOf('tags', ['nfc_id', 'created_at'], { whose: 'created_by' }),
    tags_written: rowsOf('tags', ['nfc_id', 'written_at'], { whose: 'written_by' }),
    invitation_sms: rowsOf('sms_messages', ['begun_at', 'state']),
    refusals_beyond: rowsOf('refusals_beyond', ['number', 'first_at', 'last_at']),
    messages: rowsOf('messages', ['text', 'sent_at', 'sent_to']),
    audit: selectAudit(db)
      .where((eb) => eb.or([eb('audit.user_id', '=', userId), eb('audit.person_id', '=', userId)]))
      .orderBy('audit.at'),
  }
}

/** Reads everything that is stored about a person, except secrets and their hashes. */
export async function readPersonData(
  db: Reader,
  person: UsersTable,
): Promise<Record<string, unknown>> {
  const {
    browser_hash: _browser,
    email_key: _email,
    nickname_key: _nickname,
    imported,
    ...account
  } = person
  const data: Record<string, unknown> = {
    account: readableRow({ ...account, entered_by_organiser: imported === 1 }),
  }
  for (const [name, query] of Object.entries({
    ...signIns(db, person),
    ...takingPart(db, person.user_id),
  })) {
    data[name] = (await query.execute()).map(readableRow)
  }
  return data
}
