import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import type { User } from '#contract/entities'
import * as form from '#contract/form-fields'
import { NICKNAME_MAX, uniqueNicknameKey } from '#rules/account'
import { emblemOf } from '#rules/emblem'
import { uniqueTeamNameKey } from '#rules/team-name'
import { normaliseText } from '#rules/text'
import { inviteTexts } from '#texts/errors'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import { readSome } from '../../env'
import type { Reader, Writer } from '../database'
import { statementOfOne } from '../statement'
import type { Tables, UsersTable } from '../tables'
import { readEventState } from './settings'
import { endSignIns } from './sign-in-requests'

const { productName, companyName } = readSome(process.env, ['productName', 'companyName'])
/** Names that the app itself shows. */
const RESERVED: ReadonlySet<string> = new Set(
  [HIDDEN_TEAM, ORGANISER, productName, companyName].map(uniqueTeamNameKey),
)

/** Rule 19: whether a nickname or a team's name could be mistaken for a name that the app shows. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(uniqueTeamNameKey(name))
}

/**
 * Whether an account reserves its number and nickname: somebody has signed in to it, or an
 * organiser entered it.
 */
export function isReserved(account: UsersTable): boolean {
  return account.first_signed_in_at !== null || account.imported === 1
}

/** Prefix that replaces the number of an erased person. */
const ERASED = 'erased:'
export const erasedMobile = (userId: string) => `${ERASED}${userId}`

/**
 * Whether an account was erased. An erased account belongs to nobody and is never unblocked, linked
 * or found (rule 22).
 */
export function isErased({ mobile }: Pick<UsersTable, 'mobile'>): boolean {
  return mobile.startsWith(ERASED)
}

/** Selects players: people without a booth who are no organisers, and were not erased. */
export const selectPlayers = (db: Reader) =>
  db
    .selectFrom('users')
    .where('users.vendor_id', 'is', null)
    .where('users.organiser_since', 'is', null)
    .where('users.mobile', 'not like', `${ERASED}%`)

/** Rule 22: reads the ids of the organisers who can sign in, that is, who are not blocked. */
export async function readActiveOrganisers(db: Reader | Writer): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .where('organiser_since', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('user_id')
    .select('user_id')
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function findById(
  db: Reader | Writer,
  userId: string,
): Promise<UsersTable | undefined> {
  return await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/**
 * Reads the first organiser; null once an SMS has confirmed their number, or if they cannot sign
 * in.
 */
export async function readUnconfirmed(db: Reader) {
  const { unconfirmed_organiser: userId } = await readEventState(db)
  const account = userId === null ? undefined : await findById(db, userId)
  if (account?.organiser_since == null || account.blocked_at !== null) return null
  return { user_id: account.user_id, mobile: account.mobile }
}

/**
 * Finds all accounts with this number, oldest first: the account that reserves it, or else
 * registrations to which nobody has signed in.
 */
export async function findByMobile(db: Reader | Writer, mobile: string): Promise<UsersTable[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('mobile', '=', mobile)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

/** The columns by which organisers identify a person. */
export const PERSON_COLUMNS = [
  'users.user_id',
  'users.first_name',
  'users.last_name',
  'users.nickname',
  'users.mobile',
] as const

/** Finds all accounts with this e-mail. */
export async function findByEmail(db: Reader | Writer, emailKey: string): Promise<UsersTable[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .orderBy('user_id')
    .execute()
}

/**
 * Rule 19: whether the nickname, or one easily mistaken for it, belongs to the app or to another
 * account.
 */
export async function isNicknameTaken(
  db: Reader | Writer,
  nickname: string,
  own?: UsersTable,
): Promise<boolean> {
  const key = uniqueNicknameKey(nickname)
  const holders = await db.selectFrom('users').selectAll().where('nickname_key', '=', key).execute()
  if (holders.some((holder) => isReserved(holder) && holder.user_id !== own?.user_id)) return true
  return key !== own?.nickname_key && isReservedName(nickname)
}

const isFit = (nickname: string) => v.safeParse(form.nickname, nickname).success
/** Characters left for a space and a number. */
const NUMBER_ROOM = 5

/**
 * Finds a free number from `from` on: the lowest, if all taken numbers follow each other. Searches
 * in growing steps and then bisects, because trying a thousand numbers one by one takes too long.
 */
async function firstFree(
  from: number,
  isTaken: (number: number) => Promise<boolean>,
): Promise<number> {
  let taken = from - 1
  let free = from
  while (await isTaken(free)) [taken, free] = [free, free + 2 * (free - taken)]
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(middle)) taken = middle
    else free = middle
  }
  return free
}

/**
 * Returns a function that makes nicknames. They are made of first names alone, because everybody
 * can read a nickname, and get a number if an account has the nickname or `taken` contains it. Each
 * new nickname is added to `taken`.
 */
export function nicknameMaker(db: Writer, taken: Set<string>) {
  const tried = new Map<string, number>()
  return async (firstName: string): Promise<string> => {
    const name = [...normaliseText(firstName)]
      .slice(0, NICKNAME_MAX - NUMBER_ROOM)
      .join('')
      .trim()
    const base = isFit(`${name} 1`) ? name : inviteTexts.nameless
    const numbered = (number: number) => (number === 1 && isFit(base) ? base : `${base} ${number}`)
    const number = await firstFree((tried.get(base) ?? 0) + 1, async (one) => {
      return (
        taken.has(uniqueNicknameKey(numbered(one))) || (await isNicknameTaken(db, numbered(one)))
      )
    })
    tried.set(base, number)
    taken.add(uniqueNicknameKey(numbered(number)))
    return numbered(number)
  }
}

/** Deletes accounts with their sessions, links and codes. Returns the number of accounts. */
export async function deleteAccounts(
  db: Writer,
  which: (users: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>,
): Promise<number> {
  const gone = db.selectFrom('users').where(which).select('user_id')
  for (const table of [
    'sessions',
    'booth_devices',
    'organiser_links',
    'sign_in_requests',
    'staff_history',
  ] as const) {
    await db.deleteFrom(table).where('user_id', 'in', gone).execute()
  }
  await db.updateTable('sms_messages').set({ user_id: null }).where('user_id', 'in', gone).execute()
  const { numDeletedRows } = await db.deleteFrom('users').where(which).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Removes an account to which nobody has signed in, with its links and codes. Keeps an account that
 * has, or had, a booth, and an organiser's.
 */
export async function removeUnusedAccount(db: Writer, userId: string): Promise<void> {
  const account = await findById(db, userId)
  if (account === undefined || account.first_signed_in_at !== null) return
  if (
    account.vendor_id !== null ||
    account.left_booth_at !== null ||
    account.organiser_since !== null
  )
    return
  await endSignIns(db, [userId])
  await db
    .updateTable('sms_messages')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .execute()
  await db.deleteFrom('users').where('user_id', '=', userId).execute()
}

/**
 * Whether nobody has signed in to a registration, and none of its codes and links is valid any
 * more.
 */
async function isAbandoned(db: Writer, userId: string, now: number): Promise<boolean> {
  const account = await findById(db, userId)
  if (account === undefined || isReserved(account)) return false
  const sent = db
    .selectFrom('sign_in_requests')
    .where('user_id', '=', userId)
    .where('link_expires_at', '>', now)
    .select('request_id')
  const printed = db
    .selectFrom('organiser_links')
    .where('user_id', '=', userId)
    .select('token_hash')
  return (
    (await sent.executeTakeFirst()) === undefined &&
    (await printed.executeTakeFirst()) === undefined
  )
}

/** Removes those of these registrations to which nobody can sign in any more. */
export async function removeAbandoned(
  db: Writer,
  registrations: readonly UsersTable[],
  now: number,
): Promise<void> {
  for (const { user_id } of registrations)
    if (await isAbandoned(db, user_id, now)) await removeUnusedAccount(db, user_id)
}

/**
 * Sort order of lists of people. Not `nickname_key`, in which letters that look alike are equal.
 */
export const BY_NICKNAME = sql`lower(nickname)`

const profile = statementOfOne((db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .leftJoin('invites', 'invites.user_id', 'users.user_id')
    .leftJoin('teams as pending', 'pending.team_id', 'invites.team_id')
    .where('users.user_id', '=', userId)
    .select([
      'users.user_id as id',
      'users.first_name',
      'users.last_name',
      'users.nickname',
      'users.email',
      'users.mobile',
      'users.vendor_id',
      'users.organiser_since',
      'vendors.name as vendor_name',
      'teams.team_id',
      'teams.team_name',
      'teams.captain_id',
      'teams.emblem',
      'pending.team_id as pending_id',
      'pending.team_name as pending_name',
      'pending.emblem as pending_emblem',
    ]),
)

function showTeam(
  team_id: string | null,
  team_name: string | null,
  picked: number | null,
): User['pending_team'] {
  return team_id === null || team_name === null
    ? null
    : { team_id, team_name, emblem: emblemOf(team_id, picked) }
}

/**
 * Reads an account with its booth, its team, and the team it asks to join. One query, because every
 * page requests its user again and again.
 */
export async function readProfile(db: Reader, userId: string) {
  const row = await profile(db, userId)
  if (row === undefined) throw new Error('a session belongs to no account')
  const { organiser_since, vendor_name, team_id, team_name, captain_id, emblem, ...account } = row
  const { pending_id, pending_name, pending_emblem, ...person } = account
  const { id, vendor_id } = person
  const team = showTeam(team_id, team_name, emblem)
  return {
    person: {
      ...person,
      organiser: organiser_since !== null,
      vendor: vendor_id === null || vendor_name === null ? null : { vendor_id, name: vendor_name },
      pending_team: showTeam(pending_id, pending_name, pending_emblem),
    },
    team: team === null ? null : { ...team, is_captain: captain_id === id },
  }
}
