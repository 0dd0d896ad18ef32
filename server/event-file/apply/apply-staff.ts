import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Writer } from '../../db/database'
import { BY_NICKNAME, removeUnusedAccount } from '../../db/queries/accounts'
import { noteBoothChange } from '../../db/queries/voucher-signers'
import type { Tables, UsersTable } from '../../db/tables'
import { randomId } from '../../random'
import { type Change, difference, differences } from './changes'
import type { People, PlannedStaff, StaffPlan } from './staff-plan'

function valuesOf({ person, emailKey, nicknameKey, vendorId, account }: PlannedStaff, now: number) {
  const organiser_since = vendorId === null ? (account?.organiser_since ?? now) : null
  const left_booth_at = vendorId === null && account?.vendor_id != null ? now : (account?.left_booth_at ?? null)
  const keys = { email_key: emailKey, nickname_key: nicknameKey }
  return { ...person, ...keys, vendor_id: vendorId, left_booth_at, organiser_since }
}

const roleOf = ({ vendorId }: PlannedStaff) => (vendorId === null ? 'organiser' : 'staff')

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
      ...valuesOf(planned, now),
      user_id: randomId(60),
      imported: 1,
      created_at: now,
      first_signed_in_at: null,
      terms_version: null,
      terms_accepted_at: null,
    })
    .execute()
  const details = planned.vendorId === null ? [] : [`vendor_id "${planned.vendorId}"`]
  return { sign: '+', what: roleOf(planned), id: planned.person.nickname, details }
}

async function updateStaff(db: Writer, planned: PlannedStaff, account: UsersTable, now: number): Promise<Change[]> {
  const { person, vendorId } = planned
  const wasOrganiser = account.organiser_since !== null
  const isOrganiser = vendorId === null
  const details = [
    ...differences(account, { ...person, vendor_id: vendorId }),
    ...(wasOrganiser === isOrganiser ? [] : [difference('organiser', wasOrganiser, isOrganiser)]),
    ...(await withdrawRequest(db, account.user_id)),
  ]
  // Named in the event file, so reserved from now on, whether or not they have signed in.
  const values = { ...valuesOf(planned, now), imported: 1, browser_hash: null }
  await db.updateTable('users').set(values).where('user_id', '=', account.user_id).execute()
  await noteBoothChange(db, account.user_id, { from: account.vendor_id, to: vendorId }, now)
  // A code already sent to the mistyped number must not sign anybody in.
  if (account.mobile !== person.mobile) await db.deleteFrom('sign_in_requests').where('user_id', '=', account.user_id).execute()
  return details.length === 0 ? [] : [{ sign: '~', what: roleOf(planned), id: account.nickname, details }]
}

type IsOne = (eb: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>

/** Who has a role and is not in the file. */
async function readUnnamed(db: Writer, staff: readonly PlannedStaff[], isOne: IsOne) {
  const named = new Set(staff.map(({ account }) => account?.user_id))
  const present = await db
    .selectFrom('users')
    .where(isOne)
    .orderBy(BY_NICKNAME)
    .select(['user_id', 'nickname', 'vendor_id'])
    .execute()
  return present.filter(({ user_id }) => !named.has(user_id))
}

/** Where the file lists organisers, those it no longer names lose the role and keep their account. */
async function releaseOrganisers(db: Writer, { organisers }: People, staff: readonly PlannedStaff[]): Promise<Change[]> {
  if (organisers === undefined) return []
  const leaving = await readUnnamed(db, staff, (eb) => eb('organiser_since', 'is not', null))
  for (const { user_id } of leaving) {
    await db.updateTable('users').set({ organiser_since: null }).where('user_id', '=', user_id).execute()
  }
  return leaving.map(({ nickname }) => ({
    sign: '~',
    what: 'organiser',
    id: nickname,
    details: [difference('organiser', true, false)],
  }))
}

/** Staff whom a listed vendor no longer names lose the booth and keep their account. */
async function releaseStaff(
  db: Writer,
  { vendors = [] }: People,
  staff: readonly PlannedStaff[],
  now: number,
): Promise<Change[]> {
  const complete = vendors.flatMap((vendor) => (vendor.staff === undefined ? [] : [vendor.vendor_id]))
  if (complete.length === 0) return []
  const leaving = await readUnnamed(db, staff, (eb) => eb('vendor_id', 'in', complete))
  for (const { user_id, vendor_id } of leaving) {
    await db.updateTable('users').set({ vendor_id: null, left_booth_at: now }).where('user_id', '=', user_id).execute()
    await noteBoothChange(db, user_id, { from: vendor_id, to: null }, now)
  }
  return leaving.map(({ nickname, vendor_id }) => ({
    sign: '~',
    what: 'staff',
    id: nickname,
    details: [difference('vendor_id', vendor_id, null)],
  }))
}

/** Assigns staff to the booths, and organisers, as planned. */
export async function applyStaff(
  db: Writer,
  people: People,
  { staff, unusedAccounts }: StaffPlan,
  now: number,
): Promise<Change[]> {
  const changes = [...(await releaseStaff(db, people, staff, now)), ...(await releaseOrganisers(db, people, staff))]
  for (const { user_id } of unusedAccounts) await removeUnusedAccount(db, user_id)
  for (const planned of staff) await freeNickname(db, planned)
  for (const planned of staff) {
    if (planned.account === undefined) changes.push(await createStaff(db, planned, now))
    else changes.push(...(await updateStaff(db, planned, planned.account, now)))
  }
  return changes
}
