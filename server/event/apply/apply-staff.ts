import type { Writer } from '../../db/database'
import { removeUnusedAccount } from '../../db/queries/accounts'
import type { UsersTable } from '../../db/tables'
import { randomId } from '../../random'
import type { EventVendor } from '../file/event-schema'
import { type Change, difference, differences } from './changes'
import type { PlannedStaff, StaffPlan } from './staff-plan'

function valuesOf({ person, emailKey, nicknameKey, vendorId }: PlannedStaff) {
  return { ...person, email_key: emailKey, nickname_key: nicknameKey, vendor_id: vendorId }
}

/** Frees what is given up before it is taken, because two people in one file may swap their nicknames. */
async function freeNickname(db: Writer, { account, nicknameKey }: PlannedStaff): Promise<void> {
  if (account === undefined || account.nickname_key === nicknameKey) return
  // No nickname contains a line break.
  const free = `\n${account.user_id}`
  await db.updateTable('users').set({ nickname_key: free }).where('user_id', '=', account.user_id).execute()
}

/** Staff cannot be in a team, so their join requests end. */
async function withdrawRequest(db: Writer, userId: string): Promise<string[]> {
  const invite = await db
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .where('invites.user_id', '=', userId)
    .select('teams.team_name')
    .executeTakeFirst()
  if (invite === undefined) return []
  await db.deleteFrom('invites').where('user_id', '=', userId).execute()
  return [`request to join "${invite.team_name}" withdrawn`]
}

async function createStaff(db: Writer, planned: PlannedStaff, now: number): Promise<Change> {
  await db
    .insertInto('users')
    .values({
      ...valuesOf(planned),
      user_id: randomId(60),
      imported: 1,
      created_at: now,
      first_signed_in_at: null,
      terms_version: null,
      terms_accepted_at: null,
    })
    .execute()
  return { sign: '+', what: 'staff', id: planned.person.nickname, details: [`vendor_id "${planned.vendorId}"`] }
}

async function updateStaff(db: Writer, planned: PlannedStaff, account: UsersTable): Promise<Change[]> {
  const { person, vendorId } = planned
  const details = [...differences(account, { ...person, vendor_id: vendorId }), ...(await withdrawRequest(db, account.user_id))]
  // Named in the event file, so reserved from now on, whether or not they have signed in.
  const values = { ...valuesOf(planned), imported: 1, browser_hash: null }
  await db.updateTable('users').set(values).where('user_id', '=', account.user_id).execute()
  // A code already sent to the mistyped number must not sign anybody in.
  if (account.mobile !== person.mobile) await db.deleteFrom('sign_in_requests').where('user_id', '=', account.user_id).execute()
  return details.length === 0 ? [] : [{ sign: '~', what: 'staff', id: account.nickname, details }]
}

/** Staff whom a listed vendor no longer names lose the booth and keep their account. */
async function releaseStaff(db: Writer, vendors: readonly EventVendor[], staff: readonly PlannedStaff[]): Promise<Change[]> {
  const complete = vendors.filter((vendor) => vendor.staff !== undefined)
  if (complete.length === 0) return []
  const named = new Set(staff.map(({ account }) => account?.user_id))
  const present = await db
    .selectFrom('users')
    .where(
      'vendor_id',
      'in',
      complete.map((vendor) => vendor.vendor_id),
    )
    .orderBy('nickname_key')
    .select(['user_id', 'nickname', 'vendor_id'])
    .execute()
  const leaving = present.filter(({ user_id }) => !named.has(user_id))
  for (const { user_id } of leaving) {
    await db.updateTable('users').set({ vendor_id: null }).where('user_id', '=', user_id).execute()
  }
  return leaving.map(({ nickname, vendor_id }) => ({
    sign: '~',
    what: 'staff',
    id: nickname,
    details: [difference('vendor_id', vendor_id, null)],
  }))
}

/** Assigns staff to the booths as planned. */
export async function applyStaff(
  db: Writer,
  vendors: readonly EventVendor[],
  { staff, unusedAccounts }: StaffPlan,
  now: number,
): Promise<Change[]> {
  const changes = await releaseStaff(db, vendors, staff)
  for (const { user_id } of unusedAccounts) await removeUnusedAccount(db, user_id)
  for (const planned of staff) await freeNickname(db, planned)
  for (const planned of staff) {
    if (planned.account === undefined) changes.push(await createStaff(db, planned, now))
    else changes.push(...(await updateStaff(db, planned, planned.account)))
  }
  return changes
}
