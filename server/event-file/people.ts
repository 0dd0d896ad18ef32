import type { EventChange } from '#contract/event'
import { caseKey, uniqueNickname } from '#rules/account'
import type { By } from '../audit'
import type { Writer } from '../db/database'
import {
  BY_NICKNAME,
  isErased,
  isReserved,
  isReservedName,
  nicknameMaker,
  readActiveOrganisers,
  removeUnusedAccount,
} from '../db/queries/accounts'
import { endAccess } from '../db/queries/sessions'
import { endSignIns } from '../db/queries/sign-in-requests'
import { recordBoothChanges } from '../db/queries/voucher-signers'
import { insertRows, replaceRows, textsOf } from '../db/statement'
import type { UsersTable } from '../db/tables'
import { randomId } from '../random'
import { differences } from './changes'
import { type Fault, faultAt, type Path, quoted } from './faults'
import type { EventStaff, EventVendor } from './schema'

/** The parts of a file that name people. */
export interface People {
  readonly vendors?: readonly EventVendor[]
  readonly organisers?: readonly EventStaff[]
}

/** A person in the file, staff or organiser, with the matching data of the database. */
export interface PlannedStaff {
  readonly path: Path
  /** null for an organiser. */
  readonly vendorId: string | null
  readonly person: Pick<EventStaff, 'first_name' | 'last_name' | 'email' | 'mobile' | 'nickname'>
  readonly userId: string | undefined
  readonly emailKey: string
  readonly nicknameKey: string
  /** The account named by id, or with the same mobile number, or whose number the file corrects. */
  readonly account: UsersTable | undefined
}

export interface StaffPlan {
  readonly staff: readonly PlannedStaff[]
  /** Other registrations of a mobile number of the file; they reserve nothing, because nobody ever signed in. */
  readonly unusedAccounts: readonly UsersTable[]
  readonly faults: readonly Fault[]
}

type PersonRole = 'player' | 'staff' | 'organiser'

function roleOf({
  vendor_id,
  organiser_since,
}: Pick<UsersTable, 'vendor_id' | 'organiser_since'>): PersonRole {
  if (organiser_since !== null) return 'organiser'
  return vendor_id === null ? 'player' : 'staff'
}
const plannedRole = (vendorId: string | null): PersonRole =>
  vendorId === null ? 'organiser' : 'staff'

/**
 * Whether an entry corrects a mistyped number of an earlier one: same name and e-mail in the same
 * place, and nobody has signed in to it. The e-mail alone proves nothing, because a whole club may
 * share it (rule 22).
 */
function isMistyped(account: UsersTable, { person, emailKey, vendorId }: ListedPerson): boolean {
  const isUnused = account.imported === 1 && account.first_signed_in_at === null
  const isSamePlace = account.vendor_id === vendorId && roleOf(account) === plannedRole(vendorId)
  const isSamePerson =
    emailKey !== '' &&
    account.email_key === emailKey &&
    caseKey(fullName(account)) === caseKey(fullName(person))
  return isUnused && isSamePlace && isSamePerson
}

function keysOf({ first_name, last_name, email, mobile, nickname }: PlannedStaff['person']) {
  const person = { first_name, last_name, email, mobile, nickname }
  return { person, emailKey: caseKey(email), nicknameKey: uniqueNickname(nickname) }
}

const listed = (given: EventStaff, vendorId: string | null, path: Path) => ({
  path,
  vendorId,
  userId: given.user_id,
  ...keysOf(given),
})
type ListedPerson = ReturnType<typeof listed>

function listPeople({ vendors = [], organisers = [] }: People) {
  const staff = vendors.flatMap((vendor, vendorIndex) =>
    (vendor.staff ?? []).map((person, index) =>
      listed(person, vendor.vendor_id, ['vendors', vendorIndex, 'staff', index]),
    ),
  )
  return [
    ...staff,
    ...organisers.map((person, index) => listed(person, null, ['organisers', index])),
  ]
}

async function teamFaults(db: Writer, staff: readonly PlannedStaff[]): Promise<Fault[]> {
  const pathOf = new Map(
    staff.flatMap(({ account, path }) => (account === undefined ? [] : [[account.user_id, path]])),
  )
  if (pathOf.size === 0) return []
  const members = await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('memberships.user_id', 'in', textsOf(db, [...pathOf.keys()]))
    .orderBy('memberships.user_id')
    .select(['memberships.user_id', 'teams.team_name'])
    .execute()
  return members.map(({ user_id, team_name }) =>
    faultAt([...(pathOf.get(user_id) ?? []), 'mobile'], 'in_team', { values: [team_name] }),
  )
}

/** Finds nicknames and numbers taken by accounts outside the file. */
function takenFaults(
  { path, person: { nickname, mobile }, nicknameKey, account }: PlannedStaff,
  reserved: readonly UsersTable[],
): Fault[] {
  const owner = reserved.find((one) => one.mobile === mobile)
  const owned =
    owner === undefined
      ? []
      : [faultAt([...path, 'mobile'], 'mobile_taken', { values: [owner.nickname] })]
  const holder = reserved.find((one) => one.nickname_key === nicknameKey)
  const at = [...path, 'nickname']
  if (holder === undefined) {
    const isOwnWord = nicknameKey !== account?.nickname_key && isReservedName(nickname)
    return isOwnWord ? [...owned, faultAt(at, 'reserved_name', { value: quoted(nickname) })] : owned
  }
  const name = caseKey(holder.nickname) === caseKey(nickname) ? 'nickname_taken' : 'nickname_alike'
  return [
    ...owned,
    faultAt(at, name, { value: quoted(nickname), values: [holder.mobile, holder.nickname] }),
  ]
}

/** Rule 22: an event with an organiser who can sign in must keep one. */
async function organiserFaults(
  db: Writer,
  { organisers }: People,
  staff: readonly PlannedStaff[],
): Promise<Fault[]> {
  const active = await readActiveOrganisers(db)
  if (active.size === 0) return []
  if (organisers !== undefined) {
    const isLeft = staff.some(
      ({ vendorId, account }) => vendorId === null && (account?.blocked_at ?? null) === null,
    )
    return isLeft ? [] : [faultAt(['organisers'], 'last_organiser')]
  }
  const leaving = staff.filter(
    ({ vendorId, account }) => vendorId !== null && active.has(account?.user_id ?? ''),
  )
  const [first] = leaving
  return first === undefined || leaving.length < active.size
    ? []
    : [faultAt([...first.path, 'mobile'], 'last_organiser')]
}

/**
 * Fills in what the file leaves empty. An account known by number keeps its nickname and e-mail; a
 * new one gets a nickname made of the first name, and no e-mail.
 */
async function fillIn(db: Writer, staff: readonly PlannedStaff[]): Promise<PlannedStaff[]> {
  const filled = staff.map((one): PlannedStaff => {
    const { account, userId, person } = one
    const nickname =
      person.nickname || (account !== undefined && isReserved(account) ? account.nickname : '')
    const email = person.email || (userId === undefined ? (account?.email ?? '') : '')
    return { ...one, ...keysOf({ ...person, nickname, email }) }
  })
  const makeNickname = nicknameMaker(db, new Set(filled.map(({ nicknameKey }) => nicknameKey)))
  const all: PlannedStaff[] = []
  for (const one of filled) {
    const { person } = one
    all.push(
      person.nickname === ''
        ? { ...one, ...keysOf({ ...person, nickname: await makeNickname(person.first_name) }) }
        : one,
    )
  }
  return all
}

/** Compares the people of the file with the accounts of the database, before anything is changed. */
export async function planPeople(db: Writer, people: People): Promise<StaffPlan> {
  const listed = listPeople(people)
  const holders = await readHolders(db, listed)
  const byId = new Map(
    holders.filter((one) => !isErased(one)).map((account) => [account.user_id, account]),
  )
  // A person named by id gives up their earlier number.
  const named = new Set(listed.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))
  // Reserved accounts last, because the last entry for each number wins: its account, else its
  // first registration.
  const inOrder = [...holders.filter((one) => !isReserved(one)), ...holders.filter(isReserved)]
  const byMobile = new Map(
    inOrder
      .filter(({ user_id }) => !named.has(user_id))
      .map((account) => [account.mobile, account]),
  )
  const inFile = new Set(listed.map(({ person }) => person.mobile))
  const correctable = holders.filter(
    (account) => !inFile.has(account.mobile) && !named.has(account.user_id),
  )
  const accountOf = (one: ListedPerson) =>
    byId.get(one.userId ?? '') ??
    byMobile.get(one.person.mobile) ??
    correctable.find((account) => isMistyped(account, one))
  const staff = await fillIn(
    db,
    listed.map((each) => ({ ...each, account: accountOf(each) })),
  )
  // Accounts in the file get their data from it, so their current data is free.
  const planned = new Set(staff.map(({ account }) => account?.user_id))
  const others = holders.filter((account) => !planned.has(account.user_id))
  const reserved = others.filter(isReserved)
  return {
    staff,
    unusedAccounts: others.filter((account) => !isReserved(account) && inFile.has(account.mobile)),
    faults: [
      ...staff.flatMap((one) => takenFaults(one, reserved)),
      ...(await teamFaults(db, staff)),
      ...(await organiserFaults(db, people, staff)),
    ],
  }
}

/** Reads all accounts that share a number, e-mail or nickname with these people, newest first. */
async function readHolders(db: Writer, listed: readonly ListedPerson[]): Promise<UsersTable[]> {
  if (listed.length === 0) return []
  const wanted = {
    user_id: listed.map(({ userId }) => userId ?? ''),
    mobile: listed.map(({ person }) => person.mobile),
    nickname_key: listed.map(({ nicknameKey }) => nicknameKey),
    email_key: listed.map(({ emailKey }) => emailKey),
  }
  return await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or(
        Object.entries(wanted).map(([column, texts]) =>
          // Skip an empty e-mail: many accounts have none.
          eb(
            column as keyof typeof wanted,
            'in',
            textsOf(
              db,
              texts.filter((text) => text !== ''),
            ),
          ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .execute()
}

function valuesOf({ person, emailKey, nicknameKey, vendorId, account }: PlannedStaff, now: number) {
  const organiser_since = vendorId === null ? (account?.organiser_since ?? now) : null
  const left_booth_at =
    vendorId === null && account?.vendor_id != null ? now : (account?.left_booth_at ?? null)
  const keys = { email_key: emailKey, nickname_key: nicknameKey }
  return { ...person, ...keys, vendor_id: vendorId, left_booth_at, organiser_since }
}

/** Frees keys before they are reassigned, because two people in one file may swap nicknames. */
async function freeKeys(db: Writer, staff: readonly PlannedStaff[]): Promise<void> {
  const freed = staff.flatMap(({ account, person, nicknameKey }) => {
    if (account === undefined) return []
    const { user_id, mobile, nickname_key } = account
    if (nickname_key === nicknameKey && mobile === person.mobile) return []
    // Cannot collide, because neither key contains a line break.
    const free = `\n${user_id}`
    const kept = nickname_key === nicknameKey ? nickname_key : free
    return [{ ...account, nickname_key: kept, mobile: mobile === person.mobile ? mobile : free }]
  })
  await replaceRows(db, 'users', 'user_id', freed)
}

/** Changes by the people of a file, and the accounts concerned. */
interface AppliedPeople {
  readonly changes: EventChange[]
  /** Accounts that changed. */
  readonly users: string[]
  /** Accounts that are new. */
  readonly added: string[]
  /** Teams that lose a request to join. */
  readonly captainsOf: string[]
}

const placeOf = (vendorId: string | null) =>
  vendorId === null ? 'organisers' : `vendors.${vendorId}.staff`
const fullName = ({ first_name, last_name }: Pick<UsersTable, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`

/** Lists the changes of a person's role. */
function roleChanges(
  name: string,
  before: Pick<UsersTable, 'vendor_id' | 'organiser_since'>,
  to: string | null | undefined,
  boothName: (vendorId: string) => string,
): EventChange[] {
  const { vendor_id: from, organiser_since } = before
  const [wasOrganiser, isOrganiser] = [organiser_since !== null, to === null]
  const lost: EventChange[] = []
  if (from !== null && from !== to) {
    lost.push({
      kind: 'loses',
      at: placeOf(from),
      name,
      was: boothName(from),
      becomes: to == null ? null : boothName(to),
    })
  }
  if (wasOrganiser && !isOrganiser) lost.push({ kind: 'loses', at: 'organisers', name })
  const isAdded = to === null ? !wasOrganiser : to !== undefined && from === null
  return isAdded ? [...lost, { kind: 'adds', at: placeOf(to ?? null), name }] : lost
}

export interface Applying {
  /** ms since the epoch. */
  readonly now: number
  readonly by: By
}

/**
 * Rule 22: ends access that was granted for another number or role. People whose number another
 * person changes, and new organisers, lose all access; any other change of number or role ends
 * links and codes. Returns the people who lose access they had.
 */
async function endOldAccess(
  db: Writer,
  staff: readonly PlannedStaff[],
  leaving: readonly UsersTable[],
  { now, by }: Applying,
): Promise<ReadonlySet<string>> {
  const startAnew: string[] = []
  const loseLinks = leaving.map(({ user_id }) => user_id)
  for (const { account, person, vendorId } of staff) {
    if (account === undefined) continue
    const { user_id, mobile } = account
    const [before, after] = [roleOf(account), plannedRole(vendorId)]
    const isOtherNumber = mobile !== person.mobile
    if ((isOtherNumber && user_id !== by.userId) || (before !== after && after === 'organiser'))
      startAnew.push(user_id)
    else if (isOtherNumber || before !== after) loseLinks.push(user_id)
  }
  await endSignIns(db, loseLinks)
  const { links, codes, sessions } = await endAccess(db, startAnew, now)
  return new Set([...links, ...codes, ...sessions])
}

/** Ends join requests of staff, who cannot be in a team. Returns the requests by account. */
async function withdrawRequests(db: Writer, staff: readonly PlannedStaff[]) {
  const known = staff.flatMap(({ account }) => account?.user_id ?? [])
  const ids = textsOf(db, known)
  const invites = await db
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .where('invites.user_id', 'in', ids)
    .select(['invites.user_id', 'teams.team_id', 'teams.team_name'])
    .execute()
  await db.deleteFrom('invites').where('user_id', 'in', ids).execute()
  return new Map(invites.map((invite) => [invite.user_id, invite]))
}

function newAccount(planned: PlannedStaff, now: number) {
  return {
    ...valuesOf(planned, now),
    user_id: randomId(60),
    imported: 1,
    created_at: now,
    first_signed_in_at: null,
    terms_version: null,
    terms_accepted_at: null,
  }
}

/**
 * Removes people from their booth or role. They keep accounts and sessions, because their devices
 * may hold awards.
 */
export async function releasePeople(
  db: Writer,
  people: readonly UsersTable[],
  now: number,
): Promise<void> {
  const left = people.map((account) => ({
    ...account,

    vendor_id: null,
    organiser_since: null,
    left_booth_at: account.vendor_id === null ? account.left_booth_at : now,
  }))
  await replaceRows(db, 'users', 'user_id', left)
  const changes = people.map(({ user_id, vendor_id }) => ({
    userId: user_id,
    from: vendor_id,
    to: null,
  }))
  await recordBoothChanges(db, changes, now)
}

/** Finds people who lose a role because they are missing from a complete list of the file. */
async function readLeaving(
  db: Writer,
  { vendors = [], organisers }: People,
  staff: readonly PlannedStaff[],
): Promise<UsersTable[]> {
  const complete = vendors.flatMap((vendor) =>
    vendor.staff === undefined ? [] : [vendor.vendor_id],
  )
  const named = new Set(staff.map(({ account }) => account?.user_id))
  const present = await db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        ...(complete.length === 0 ? [] : [eb('vendor_id', 'in', complete)]),
        ...(organisers === undefined ? [] : [eb('organiser_since', 'is not', null)]),
      ]),
    )
    .orderBy(BY_NICKNAME)
    .selectAll()
    .execute()
  return present.filter(({ user_id }) => !named.has(user_id))
}

/** Assigns staff and organisers as planned. */
export async function applyPeople(
  db: Writer,
  people: People,
  { staff, unusedAccounts }: StaffPlan,
  { now, by }: Applying,
): Promise<AppliedPeople> {
  const done: AppliedPeople = { changes: [], users: [], added: [], captainsOf: [] }
  const leaving = await readLeaving(db, people, staff)
  if (staff.length === 0 && leaving.length === 0) return done
  const booths = await db.selectFrom('vendors').select(['vendor_id', 'name']).execute()
  const names = new Map(booths.map(({ vendor_id, name }) => [vendor_id, name]))
  const boothName = (vendorId: string) => names.get(vendorId) ?? vendorId
  await releasePeople(db, leaving, now)
  for (const account of leaving) {
    done.changes.push(...roleChanges(fullName(account), account, undefined, boothName))
    done.users.push(account.user_id)
  }
  const startingAnew = await endOldAccess(db, staff, leaving, { now, by })
  for (const { user_id } of unusedAccounts) await removeUnusedAccount(db, user_id)
  await freeKeys(db, staff)
  const invites = await withdrawRequests(db, staff)
  const fresh: PlannedStaff[] = []
  const changed: UsersTable[] = []
  for (const planned of staff) {
    const { account, vendorId, person } = planned
    if (account === undefined) {
      fresh.push(planned)
      done.changes.push({ kind: 'adds', at: placeOf(vendorId), name: fullName(person) })
      continue
    }
    const [name, invite] = [fullName(person), invites.get(account.user_id)]
    const changes = [
      ...roleChanges(name, account, vendorId, boothName),
      ...differences(placeOf(vendorId), name, account, person),
    ]
    if (invite !== undefined) {
      changes.push({
        kind: 'changes',
        at: `${placeOf(vendorId)}.pending_team`,
        name,
        was: invite.team_name,
        becomes: null,
      })
      done.captainsOf.push(invite.team_id)
    }
    if (startingAnew.has(account.user_id))
      changes.push({ kind: 'loses', at: `${placeOf(vendorId)}.access`, name })
    done.changes.push(...changes)
    if (changes.length > 0) done.users.push(account.user_id)
    // People named in the file are reserved from now on, signed in or not.
    changed.push({ ...account, ...valuesOf(planned, now), imported: 1, browser_hash: null })
  }
  await replaceRows(db, 'users', 'user_id', changed)
  const moves = staff.flatMap(({ account, vendorId: to }) =>
    account === undefined ? [] : [{ userId: account.user_id, from: account.vendor_id, to }],
  )
  await recordBoothChanges(db, moves, now)
  // Insert last: a nickname may just have been given up.
  const rows = fresh.map((planned) => newAccount(planned, now))
  done.added.push(...rows.map(({ user_id }) => user_id))
  await insertRows(db, 'users', rows)
  return done
}
