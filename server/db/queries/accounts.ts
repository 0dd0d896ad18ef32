import { sql } from 'kysely'
import { uniqueNickname } from '#rules/account'
import { isReservedName } from '../../reserved-names'
import type { Reader, Writer } from '../database'
import type { UsersTable } from '../tables'

/** An account that never signed in reserves nothing, unless the organiser entered it. */
export function isReserved(account: UsersTable): boolean {
  return account.first_signed_in_at !== null || account.imported === 1
}

export async function findById(db: Reader | Writer, userId: string): Promise<UsersTable | undefined> {
  return await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Everybody with this number, oldest first: its account, or registrations that nobody has signed in to. */
export async function findByMobile(db: Reader | Writer, mobile: string): Promise<UsersTable[]> {
  return await db.selectFrom('users').selectAll().where('mobile', '=', mobile).orderBy('created_at').orderBy('user_id').execute()
}

/** Everybody with this e-mail. */
export async function findByEmail(db: Reader | Writer, emailKey: string): Promise<UsersTable[]> {
  return await db.selectFrom('users').selectAll().where('email_key', '=', emailKey).orderBy('user_id').execute()
}

/** Rule 19: whether the app or another account than this one has the nickname, or one that could be taken for it. */
export async function isNicknameTaken(db: Reader | Writer, nickname: string, own?: UsersTable): Promise<boolean> {
  const key = uniqueNickname(nickname)
  const holders = await db.selectFrom('users').selectAll().where('nickname_key', '=', key).execute()
  if (holders.some((holder) => isReserved(holder) && holder.user_id !== own?.user_id)) return true
  return key !== own?.nickname_key && isReservedName(nickname)
}

/** Removes an account that never signed in, with what was sent to it. */
export async function removeUnusedAccount(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_requests').where('user_id', '=', userId).execute()
  await db.deleteFrom('organiser_links').where('user_id', '=', userId).execute()
  await db.deleteFrom('users').where('user_id', '=', userId).execute()
}

/** Whether a registration has not become an account, and nothing can sign in to it any more. */
async function isAbandoned(db: Writer, userId: string, now: number): Promise<boolean> {
  const account = await findById(db, userId)
  if (account === undefined || isReserved(account)) return false
  const sent = db
    .selectFrom('sign_in_requests')
    .where('user_id', '=', userId)
    .where('link_expires_at', '>', now)
    .select('request_id')
  const printed = db.selectFrom('organiser_links').where('user_id', '=', userId).select('token_hash')
  return (await sent.executeTakeFirst()) === undefined && (await printed.executeTakeFirst()) === undefined
}

/** Removes those of these registrations that nobody can sign in to any more. */
export async function removeAbandoned(db: Writer, registrations: readonly UsersTable[], now: number): Promise<void> {
  for (const { user_id } of registrations) if (await isAbandoned(db, user_id, now)) await removeUnusedAccount(db, user_id)
}

/** The order of lists of people: that of `nickname_key` puts i beside l. */
export const BY_NICKNAME = sql`lower(nickname)`
