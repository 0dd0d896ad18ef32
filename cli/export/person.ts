import type { Reader } from '#server/db/database'
import { selectAudit } from '#server/db/queries/audit'
import type { UsersTable } from '#server/db/tables'
import { hashSecret } from '#server/random'
import { readable } from './tables'

const readableRow = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)]))

async function signIns(db: Reader, { user_id, mobile, email_key }: UsersTable) {
  const hashes = [user_id, mobile, email_key].map(hashSecret)
  return {
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', user_id)
      .select(['created_at', 'renewed_at', 'expires_at', 'address', 'user_agent'])
      .execute(),
    codes: await db
      .selectFrom('sign_in_requests')
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('asked_hash', 'in', hashes)]))
      .select(['created_at', 'used_at', 'wrong_tries'])
      .execute(),
    links: await db.selectFrom('organiser_links').where('user_id', '=', user_id).select('created_at').execute(),
    sms_counted: await db.selectFrom('sms_sends').where('recipient_hash', 'in', hashes).select('sent_at').execute(),
    wrong_codes: await db.selectFrom('wrong_codes').where('account_hash', 'in', hashes).select('tried_at').execute(),
    notifications: await db
      .selectFrom('push_subscriptions')
      .where('user_id', '=', user_id)
      .select(['endpoint', 'created_at'])
      .execute(),
    signing_devices: await db
      .selectFrom('signing_devices')
      .where('user_id', '=', user_id)
      .select(['registered_at', 'last_used_at', 'revoked_at'])
      .execute(),
    booth_history: await db
      .selectFrom('staff_history')
      .where('user_id', '=', user_id)
      .select(['vendor_id', 'from_at', 'until_at'])
      .execute(),
    booth_devices: await db.selectFrom('booth_devices').where('user_id', '=', user_id).select(['seen_at', 'waiting']).execute(),
  }
}

async function takingPart(db: Reader, userId: string) {
  const team = ['teams.team_id', 'teams.team_name'] as const
  return {
    team: await db
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
      .where('memberships.user_id', '=', userId)
      .select([...team, 'memberships.joined_at'])
      .execute(),
    requests: await db
      .selectFrom('invites')
      .innerJoin('teams', 'teams.team_id', 'invites.team_id')
      .where('invites.user_id', '=', userId)
      .select([...team, 'invites.created_at'])
      .execute(),
    captain_of: await db
      .selectFrom('teams')
      .where('captain_id', '=', userId)
      .select([...team, 'created_at', 'disbanded_at'])
      .execute(),
    team_history: await db
      .selectFrom('team_log')
      .innerJoin('teams', 'teams.team_id', 'team_log.team_id')
      .where((eb) => eb.or([eb('team_log.user_id', '=', userId), eb('team_log.by_user_id', '=', userId)]))
      .orderBy('team_log.at')
      .select([...team, 'team_log.at', 'team_log.what', 'team_log.nfc_id'])
      .execute(),
    awards: await db.selectFrom('awards').where('user_id', '=', userId).orderBy('awarded_at').selectAll().execute(),
    voids: await db.selectFrom('voids').where('user_id', '=', userId).select(['award_id', 'voided_at']).execute(),
    refusals: await db
      .selectFrom('refusals')
      .where('user_id', '=', userId)
      .select(['award_id', 'vendor_id', 'team_id', 'point_type', 'code', 'made_at', 'refused_at'])
      .execute(),
    tag_touches: await db
      .selectFrom('tag_touches')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select(['nfc_id', 'team_id', 'made_at', 'received_at'])
      .execute(),
    late_entries: await db
      .selectFrom('late_entries')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select(['kind', 'award_id', 'vendor_id', 'team_id', 'point_type', 'points', 'made_at', 'received_at', 'accepted_at'])
      .execute(),
    refusals_beyond: await db
      .selectFrom('refusals_beyond')
      .where('user_id', '=', userId)
      .select(['number', 'first_at', 'last_at'])
      .execute(),
    messages: await db.selectFrom('messages').where('user_id', '=', userId).select(['text', 'sent_at', 'sent_to']).execute(),
    audit: await selectAudit(db)
      .where((eb) => eb.or([eb('audit.user_id', '=', userId), eb('audit.person_id', '=', userId)]))
      .orderBy('audit.at')
      .execute(),
  }
}

/** Everything that is kept about a person, without secrets and their hashes. */
export async function readPersonData(db: Reader, person: UsersTable): Promise<Record<string, unknown>> {
  const { browser_hash: _browser, email_key: _email, nickname_key: _nickname, imported, ...account } = person
  const lists = { ...(await signIns(db, person)), ...(await takingPart(db, person.user_id)) }
  return {
    account: readableRow({ ...account, entered_by_organiser: imported === 1 }),
    ...Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.map(readableRow)])),
  }
}
