import { caseKey, uniqueNicknameKey } from '#rules/account'
import type { Writer } from '../db/database'
import {
  isErased,
  isReserved,
  isReservedName,
  nicknameMaker,
  readActiveOrganisers,
} from '../db/queries/accounts'
import { textsOf } from '../db/statement'
import type { UsersTable } from '../db/tables'
import { type Fault, faultAt, type Path, quoted } from './faults'
import type { EventVendor, ParsedPerson } from './schema'

/** The parts of a file that name people. */
export interface People {
  readonly vendors?: readonly EventVendor[]
  readonly organisers?: readonly ParsedPerson[]
}

/** A person in the file, staff or organiser, with the matching data of the database. */
export interface PlannedPerson {
  readonly path: Path
  /** null for an organiser. */
  readonly vendorId: string | null
  readonly person: Pick<ParsedPerson, 'first_name' | 'last_name' | 'email' | 'mobile' | 'nickname'>
  readonly userId: string | undefined
  readonly emailKey: string
  readonly nicknameKey: string
  /**
   * The account with this id, else with this number, else the one whose number the entry corrects.
   */
  readonly account: UsersTable | undefined
}

export interface PeoplePlan {
  readonly staff: readonly PlannedPerson[]
  /**
   * Other registrations of a mobile number of the file. They reserve nothing, because nobody has
   * signed in to them.
   */
  readonly unusedAccounts: readonly UsersTable[]
  readonly faults: readonly Fault[]
}

export const fullName = ({ first_name, last_name }: Pick<UsersTable, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`

type PersonRole = 'player' | 'staff' | 'organiser'

export function roleOf({
  vendor_id,
  organiser_since,
}: Pick<UsersTable, 'vendor_id' | 'organiser_since'>): PersonRole {
  if (organiser_since !== null) return 'organiser'
  return vendor_id === null ? 'player' : 'staff'
}

export const plannedRole = (vendorId: string | null): PersonRole =>
  vendorId === null ? 'organiser' : 'staff'

/**
 * Equal for an entry and an account that an earlier file entered with a mistyped number: name,
 * e-mail, and booth or role are the same. The e-mail alone proves nothing, because a whole club may
 * share it (rule 22).
 */
function mistypedKey(
  person: Parameters<typeof fullName>[0],
  emailKey: string,
  vendorId: string | null,
): string {
  return [vendorId ?? '', emailKey, caseKey(fullName(person))].join('\n')
}

/**
 * Whether a new number may correct an account's: an organiser entered it, with an e-mail and as
 * staff or organiser, and nobody has signed in to it.
 */
function isCorrectable(account: UsersTable): boolean {
  const isUnused = account.imported === 1 && account.first_signed_in_at === null
  return isUnused && account.email_key !== '' && roleOf(account) === plannedRole(account.vendor_id)
}

function keysOf({ first_name, last_name, email, mobile, nickname }: PlannedPerson['person']) {
  const person = { first_name, last_name, email, mobile, nickname }
  return { person, emailKey: caseKey(email), nicknameKey: uniqueNicknameKey(nickname) }
}

const listed = (given: ParsedPerson, vendorId: string | null, path: Path) => ({
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

async function teamFaults(db: Writer, staff: readonly PlannedPerson[]): Promise<Fault[]> {
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

/**
 * Finds faults of a nickname or number that an account outside the file has, and of a new nickname
 * that is reserved for the app.
 */
function takenFaults(
  { path, person: { nickname, mobile }, nicknameKey, account }: PlannedPerson,
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
    const isNewlyReserved = nicknameKey !== account?.nickname_key && isReservedName(nickname)
    return isNewlyReserved
      ? [...owned, faultAt(at, 'reserved_name', { value: quoted(nickname) })]
      : owned
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
  staff: readonly PlannedPerson[],
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
 * Fills in empty nicknames and e-mails. A reserved account keeps its nickname; everybody else gets
 * one made of the first name. An account that the file does not name by id keeps its e-mail;
 * everybody else has none.
 */
async function fillIn(db: Writer, staff: readonly PlannedPerson[]): Promise<PlannedPerson[]> {
  const filled = staff.map((one): PlannedPerson => {
    const { account, userId, person } = one
    const nickname =
      person.nickname || (account !== undefined && isReserved(account) ? account.nickname : '')
    const email = person.email || (userId === undefined ? (account?.email ?? '') : '')
    return { ...one, ...keysOf({ ...person, nickname, email }) }
  })
  const makeNickname = nicknameMaker(db, new Set(filled.map(({ nicknameKey }) => nicknameKey)))
  const all: PlannedPerson[] = []
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
export async function planPeople(db: Writer, people: People): Promise<PeoplePlan> {
  const listed = listPeople(people)
  const holders = await readHolders(db, listed)
  const byId = new Map(
    holders.filter((one) => !isErased(one)).map((account) => [account.user_id, account]),
  )
  // A person named by id gives up their earlier number.
  const named = new Set(listed.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))
  // Reserved accounts come last, because the Map keeps the last account of each number: the
  // reserved account, else the oldest registration.
  const inOrder = [...holders.filter((one) => !isReserved(one)), ...holders.filter(isReserved)]
  const byMobile = new Map(
    inOrder
      .filter(({ user_id }) => !named.has(user_id))
      .map((account) => [account.mobile, account]),
  )
  const inFile = new Set(listed.map(({ person }) => person.mobile))
  const correctable = new Map<string, UsersTable[]>()
  for (const account of holders.filter(isCorrectable)) {
    if (inFile.has(account.mobile) || named.has(account.user_id)) continue
    const key = mistypedKey(account, account.email_key, account.vendor_id)
    const namesakes = correctable.get(key)
    if (namesakes === undefined) correctable.set(key, [account])
    else namesakes.push(account)
  }
  /** Takes each account once, because namesakes may share an e-mail. */
  const takeMistyped = ({ person, emailKey, vendorId }: ListedPerson) =>
    correctable.get(mistypedKey(person, emailKey, vendorId))?.shift()
  const accountOf = (one: ListedPerson) =>
    byId.get(one.userId ?? '') ?? byMobile.get(one.person.mobile) ?? takeMistyped(one)
  const staff = await fillIn(
    db,
    listed.map((each) => ({ ...each, account: accountOf(each) })),
  )
  // Accounts in the file get their data from it, so nicknames and numbers that they have now are
  // free.
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

/** Reads all accounts with an id, number, e-mail or nickname of these people, newest first. */
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
