import type { EventChange } from '#contract/event'
import type { By } from '../audit'
import type { Writer } from '../db/database'
import { BY_NICKNAME, removeUnusedAccount } from '../db/queries/accounts'
import { endAccess } from '../db/queries/sessions'
import { endSignIns } from '../db/queries/sign-in-requests'
import { recordBoothChanges } from '../db/queries/voucher-signers'
import { insertRows, replaceRows, textsOf } from '../db/statement'
import type { UsersTable } from '../db/tables'
import { randomId } from '../random'
import { differences } from './changes'
import {
  fullName,
  type People,
  type PeoplePlan,
  type PlannedPerson,
  plannedRole,
  roleOf,
} from './plan-people'

function valuesOf(
  { person, emailKey, nicknameKey, vendorId, account }: PlannedPerson,
  now: number,
) {
  const organiser_since = vendorId === null ? (account?.organiser_since ?? now) : null
  const left_booth_at =
    vendorId === null && account?.vendor_id != null ? now : (account?.left_booth_at ?? null)
  const keys = { email_key: emailKey, nickname_key: nicknameKey }
  return { ...person, ...keys, vendor_id: vendorId, left_booth_at, organiser_since }
}

/**
 * Frees the nicknames and numbers that accounts give up, before others get them: two people in one
 * file may swap nicknames.
 */
async function freeKeys(db: Writer, staff: readonly PlannedPerson[]): Promise<void> {
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

/** The changes that the people of a file cause, and the accounts and teams concerned. */
interface AppliedPeople {
  readonly changes: EventChange[]
  /** The ids of accounts that changed. */
  readonly users: string[]
  /** The ids of new accounts. */
  readonly added: string[]
  /** The ids of teams that lose a request to join. */
  readonly captainsOf: string[]
}

const placeOf = (vendorId: string | null) =>
  vendorId === null ? 'organisers' : `vendors.${vendorId}.staff`

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
 * links and codes. Returns the ids of people who lose all access and had a valid link, code or
 * session.
 */
async function endOldAccess(
  db: Writer,
  staff: readonly PlannedPerson[],
  leaving: readonly UsersTable[],
  { now, by }: Applying,
): Promise<ReadonlySet<string>> {
  const losingAccess: string[] = []
  const losingLinks = leaving.map(({ user_id }) => user_id)
  for (const { account, person, vendorId } of staff) {
    if (account === undefined) continue
    const { user_id, mobile } = account
    const [before, after] = [roleOf(account), plannedRole(vendorId)]
    const isOtherNumber = mobile !== person.mobile
    if ((isOtherNumber && user_id !== by.userId) || (before !== after && after === 'organiser'))
      losingAccess.push(user_id)
    else if (isOtherNumber || before !== after) losingLinks.push(user_id)
  }
  await endSignIns(db, losingLinks)
  const { links, codes, sessions } = await endAccess(db, losingAccess, now)
  return new Set([...links, ...codes, ...sessions])
}

/**
 * Ends the join requests of staff and organisers, who cannot be in a team. Returns the requests by
 * account.
 */
async function withdrawRequests(db: Writer, staff: readonly PlannedPerson[]) {
  const known = staff.flatMap(({ account }) => account?.user_id ?? [])
  const ids = textsOf(db, known)
  const requests = await db
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .where('invites.user_id', 'in', ids)
    .select(['invites.user_id', 'teams.team_id', 'teams.team_name'])
    .execute()
  await db.deleteFrom('invites').where('user_id', 'in', ids).execute()
  return new Map(requests.map((request) => [request.user_id, request]))
}

function newAccount(planned: PlannedPerson, now: number) {
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
 * Removes people from their booth or role. They keep their accounts and sessions, because awards
 * may wait on their devices.
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

/**
 * Finds people who lose a booth or role because a list of the file, which is complete, lacks them.
 */
async function readLeaving(
  db: Writer,
  { vendors = [], organisers }: People,
  staff: readonly PlannedPerson[],
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

/** Makes people staff and organisers as planned, and removes those whom the file's lists lack. */
export async function applyPeople(
  db: Writer,
  people: People,
  { staff, unusedAccounts }: PeoplePlan,
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
  const lostAccess = await endOldAccess(db, staff, leaving, { now, by })
  for (const { user_id } of unusedAccounts) await removeUnusedAccount(db, user_id)
  await freeKeys(db, staff)
  const requests = await withdrawRequests(db, staff)
  const fresh: PlannedPerson[] = []
  const changed: UsersTable[] = []
  for (const planned of staff) {
    const { account, vendorId, person } = planned
    if (account === undefined) {
      fresh.push(planned)
      done.changes.push({ kind: 'adds', at: placeOf(vendorId), name: fullName(person) })
      continue
    }
    const [name, request] = [fullName(person), requests.get(account.user_id)]
    const changes = [
      ...roleChanges(name, account, vendorId, boothName),
      ...differences(placeOf(vendorId), name, account, person),
    ]
    if (request !== undefined) {
      changes.push({
        kind: 'changes',
        at: `${placeOf(vendorId)}.pending_team`,
        name,
        was: request.team_name,
        becomes: null,
      })
      done.captainsOf.push(request.team_id)
    }
    if (lostAccess.has(account.user_id))
      changes.push({ kind: 'loses', at: `${placeOf(vendorId)}.access`, name })
    done.changes.push(...changes)
    if (changes.length > 0) done.users.push(account.user_id)
    // From now on the accounts of people in the file are reserved, even if nobody has signed in to
    // them.
    changed.push({ ...account, ...valuesOf(planned, now), imported: 1, browser_hash: null })
  }
  await replaceRows(db, 'users', 'user_id', changed)
  const moves = staff.flatMap(({ account, vendorId: to }) =>
    account === undefined ? [] : [{ userId: account.user_id, from: account.vendor_id, to }],
  )
  await recordBoothChanges(db, moves, now)
  // Insert new accounts last: they may get a nickname that somebody gives up in the same file.
  const rows = fresh.map((planned) => newAccount(planned, now))
  done.added.push(...rows.map(({ user_id }) => user_id))
  await insertRows(db, 'users', rows)
  return done
}
