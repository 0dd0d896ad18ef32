import type { Writer } from '../db/database'
import { endAllSessions } from '../db/queries/sessions'
import { endSignIns } from '../db/queries/sign-in-requests'
import { findTeamOf, removeMember } from '../db/queries/teams'
import { noteBoothChange, revokeDevices } from '../db/queries/voucher-signers'
import type { UsersTable } from '../db/tables'
import { hashSecret, randomId } from '../random'

/** In place of a number; no number looks like it. */
const ERASED = 'erased:'

export function isErased({ mobile }: Pick<UsersTable, 'mobile'>): boolean {
  return mobile.startsWith(ERASED)
}

/**
 * Removes from an account all that says whose it was, and everything that signs in to it. The ledger and the team's history keep
 * the account's id, which stands for nobody afterwards.
 */
export async function pseudonymise(db: Writer, person: UsersTable, now: number): Promise<void> {
  const { user_id } = person
  const asked = [person.mobile, person.email_key].map(hashSecret)
  await db.deleteFrom('push_subscriptions').where('user_id', '=', user_id).execute()
  await db.deleteFrom('booth_devices').where('user_id', '=', user_id).execute()
  await endAllSessions(db, user_id, now)
  await endSignIns(db, user_id)
  // What they signed may still arrive, and is for the organiser to decide.
  await revokeDevices(db, user_id, now)
  await noteBoothChange(db, user_id, { from: person.vendor_id, to: null }, now)
  await db.deleteFrom('sign_in_requests').where('asked_hash', 'in', asked).execute()
  await db
    .deleteFrom('sms_sends')
    .where('recipient_hash', 'in', [...asked, hashSecret(user_id)])
    .execute()
  await db
    .deleteFrom('wrong_codes')
    .where('account_hash', 'in', [...asked, hashSecret(user_id)])
    .execute()
  await db.deleteFrom('refusals').where('user_id', '=', user_id).execute()
  await db.deleteFrom('refusals_beyond').where('user_id', '=', user_id).execute()
  await db.deleteFrom('late_beyond').where('user_id', '=', user_id).execute()
  await db.deleteFrom('invites').where('user_id', '=', user_id).execute()
  const team = await findTeamOf(db, user_id)
  if (team !== undefined) await removeMember(db, team, user_id, now)
  const nickname = `obrisano-${randomId(40)}`
  await db
    .updateTable('users')
    .set({
      ...{ first_name: '–', last_name: '–', nickname, nickname_key: nickname, email: '', email_key: '' },
      ...{ mobile: `${ERASED}${user_id}`, browser_hash: null, vendor_id: null, organiser_since: null },
      ...{ search_keys: null, search_source: null },
      // Nobody signs in to it again, with a link that is still printed somewhere neither.
      blocked_at: person.blocked_at ?? now,
    })
    .where('user_id', '=', user_id)
    .execute()
}
