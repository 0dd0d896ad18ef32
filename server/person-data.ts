import type { Reader } from './db/database'
import { selectAudit } from './db/queries/audit'
import type { UsersTable } from './db/tables'
import { isTime } from './exports'
import { hashSecret } from './random'
import { isoTime } from './time'

const isoOf = (name: string, value: unknown) =>
  isTime(name) && typeof value === 'number' ? isoTime(value) : value
const readableRow = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isoOf(name, value)]))

/** Queries for each list of a person's sign-ins. */
function signIns(db: Reader, { user_id, mobile, email_key }: UsersTable) {
  const hashes = [user_id, mobile, email_key].map(hashSecret)
  return {
    sessions: db
      .selectFrom('sessions')
      .where('user_id', '=', user_id)
      .select(['created_at', 'renewed_at', 'expires_at', 'address', 'user_agent']),
    codes: db
      .selectFrom('sign_in_requests')
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('asked_hash', 'in', hashes)]))
      .select(['created_at', 'used_at', 'wrong_tries']),
    links: db.selectFrom('organiser_links').where('user_id', '=', user_id).select('created_at'),
    sms_counted: db.selectFrom('sms_sends').where('recipient_hash', 'in', hashes).select('sent_at'),
    wrong_codes: db
      .selectFrom('wrong_codes')
      .where('account_hash', 'in', hashes)
      .select('tried_at'),
    notifications: db
      .selectFrom('push_subscriptions')
      .where('user_id', '=', user_id)
      .select(['endpoint', 'created_at']),
    signing_devices: db
      .selectFrom('signing_devices')
      .where('user_id', '=', user_id)
      .select(['registered_at', 'last_used_at', 'revoked_at']),
    booth_history: db
      .selectFrom('staff_history')
      .where('user_id', '=', user_id)
      .select(['vendor_id', 'from_at', 'until_at']),
    booth_devices: db
      .selectFrom('booth_devices')
      .where('user_id', '=', user_id)
      .select(['seen_at', 'waiting']),
  }
}

/** Queries for each list of actions by or about a person. */
function takingPart(db: Reader, userId: string) {
  const team = ['teams.team_id', 'teams.team_name'] as const
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
    captain_of: db
      .selectFrom('teams')
      .where('captain_id', '=', userId)
      .select([...team, 'created_at', 'disbanded_at']),
    team_history: db
      .selectFrom('team_log')
      .innerJoin('teams', 'teams.team_id', 'team_log.team_id')
      .where((eb) =>
        eb.or([eb('team_log.user_id', '=', userId), eb('team_log.by_user_id', '=', userId)]),
      )
      .orderBy('team_log.at')
      .select([...team, 'team_log.at', 'team_log.what', 'team_log.nfc_id']),
    awards: db.selectFrom('awards').where('user_id', '=', userId).orderBy('awarded_at').selectAll(),
    voids: db.selectFrom('voids').where('user_id', '=', userId).select(['award_id', 'voided_at']),
    refusals: db
      .selectFrom('refusals')
      .where('user_id', '=', userId)
      .select(['award_id', 'vendor_id', 'team_id', 'point_type', 'code', 'made_at', 'refused_at']),
    tag_touches: db
      .selectFrom('tag_touches')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select(['nfc_id', 'team_id', 'made_at', 'received_at']),
    late_entries: db
      .selectFrom('late_entries')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select([
        'kind',
        'award_id',
        'vendor_id',
        'team_id',
        'point_type',
        'points',
        'made_at',
        'received_at',
      ])
      .select(['accepted_at', 'declined_at']),
    tags_made: db
      .selectFrom('tags')
      .where('created_by', '=', userId)
      .select(['nfc_id', 'created_at']),
    tags_written: db
      .selectFrom('tags')
      .where('written_by', '=', userId)
      .select(['nfc_id', 'written_at']),
    invitation_sms: db
      .selectFrom('sms_messages')
      .where('user_id', '=', userId)
      .select(['begun_at', 'state']),
    refusals_beyond: db
      .selectFrom('refusals_beyond')
      .where('user_id', '=', userId)
      .select(['number', 'first_at', 'last_at']),
    messages: db
      .selectFrom('messages')
      .where('user_id', '=', userId)
      .select(['text', 'sent_at', 'sent_to']),
    audit: selectAudit(db)
      .where((eb) => eb.or([eb('audit.user_id', '=', userId), eb('audit.person_id', '=', userId)]))
      .orderBy('audit.at'),
  }
}

/** Everything that is stored about a person, without secrets and their hashes. */
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
