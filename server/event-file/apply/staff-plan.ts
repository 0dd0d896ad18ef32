import { caseKey, uniqueNickname } from '#rules/account'
import type { Writer } from '../../db/database'
import { isReserved, isReservedName } from '../../db/queries/accounts'
import type { UsersTable } from '../../db/tables'
import type { EventStaff, EventVendor } from '../event-schema'
import { type Fault, faultAt, type Path } from '../fault'
import { quoted } from '../quoted'

/** The parts of a file that name people. */
export interface People {
  readonly vendors?: readonly EventVendor[]
  readonly organisers?: readonly EventStaff[]
}

/** One person of the file, staff of a booth or an organiser, with the matching data of the database. */
export interface PlannedStaff {
  readonly path: Path
  /** null: an organiser. */
  readonly vendorId: string | null
  readonly person: EventStaff
  readonly emailKey: string
  readonly nicknameKey: string
  /** The account with the same mobile number, or the one whose number the file corrects. */
  readonly account: UsersTable | undefined
}

export interface StaffPlan {
  readonly staff: readonly PlannedStaff[]
  /** Other registrations of a mobile number of the file; they reserve nothing, because nobody ever signed in. */
  readonly unusedAccounts: readonly UsersTable[]
  readonly faults: readonly Fault[]
}

/** An account entered by the organiser and never used. With the same e-mail at the same booth, its number was mistyped. */
function isUnusedImport(account: UsersTable): boolean {
  return account.imported === 1 && account.first_signed_in_at === null
}

function listed(person: EventStaff, vendorId: string | null, path: Path) {
  return { path, vendorId, person, emailKey: caseKey(person.email), nicknameKey: uniqueNickname(person.nickname) }
}

function listPeople({ vendors = [], organisers = [] }: People) {
  const staff = vendors.flatMap((vendor, vendorIndex) =>
    (vendor.staff ?? []).map((person, index) => listed(person, vendor.vendor_id, ['vendors', vendorIndex, 'staff', index])),
  )
  return [...staff, ...organisers.map((person, index) => listed(person, null, ['organisers', index]))]
}

async function teamFaults(db: Writer, staff: readonly PlannedStaff[]): Promise<Fault[]> {
  const pathOf = new Map(staff.flatMap(({ account, path }) => (account === undefined ? [] : [[account.user_id, path]])))
  if (pathOf.size === 0) return []
  const members = await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('memberships.user_id', 'in', [...pathOf.keys()])
    .orderBy('memberships.user_id')
    .select(['memberships.user_id', 'teams.team_name'])
    .execute()
  return members.map(({ user_id, team_name }) =>
    faultAt(
      [...(pathOf.get(user_id) ?? []), 'mobile'],
      `plays in the team "${team_name}"; staff cannot be in a team, so let them leave it first`,
    ),
  )
}

/** Compares the people of the file with the accounts of the database, before anything is changed. */
export async function planStaff(db: Writer, people: People): Promise<StaffPlan> {
  const listed = listPeople(people)
  if (listed.length === 0) return { staff: [], unusedAccounts: [], faults: [] }
  const holders = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('mobile', 'in', [...new Set(listed.map(({ person }) => person.mobile))]),
        eb('email_key', 'in', [...new Set(listed.map(({ emailKey }) => emailKey))]),
        eb('nickname_key', 'in', [...new Set(listed.map(({ nicknameKey }) => nicknameKey))]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .execute()
  // The account of a number, or its first registration: the last entry for each number wins.
  const inOrder = [...holders.filter((one) => !isReserved(one)), ...holders.filter(isReserved)]
  const byMobile = new Map(inOrder.map((account) => [account.mobile, account]))
  const inFile = new Set(listed.map(({ person }) => person.mobile))
  const correctable = holders.filter((account) => !inFile.has(account.mobile) && isUnusedImport(account))
  const staff = listed.map((each) => {
    const account =
      byMobile.get(each.person.mobile) ??
      correctable.find((one) => one.email_key === each.emailKey && one.vendor_id === each.vendorId)
    return { ...each, account, nicknameKey: uniqueNickname(each.person.nickname) }
  })
  // Accounts that are in the file too get their profile from it, and so give up their current one.
  const planned = new Set(staff.map(({ account }) => account?.user_id))
  const others = holders.filter((account) => !planned.has(account.user_id))

  const taken = staff.flatMap(({ path, person: { nickname }, nicknameKey, account }) => {
    const holder = others.find((one) => isReserved(one) && one.nickname_key === nicknameKey)
    const fault = (says: string) => [faultAt([...path, 'nickname'], says, { value: quoted(nickname) })]
    if (holder === undefined) {
      const isNew = nicknameKey !== account?.nickname_key
      return isNew && isReservedName(nickname) ? fault('is a name that the app itself shows') : []
    }
    const isSame = caseKey(holder.nickname) === caseKey(nickname)
    return fault(`${isSame ? 'belongs to' : `could be taken for "${holder.nickname}",`} the account of ${holder.mobile}`)
  })
  return {
    staff,
    unusedAccounts: others.filter((account) => !isReserved(account) && inFile.has(account.mobile)),
    faults: [...taken, ...(await teamFaults(db, staff))],
  }
}
