import { caseKey } from '#rules/account'
import { parseMobile } from '../../mobile'
import type { Reader, Writer } from '../database'
import type { UsersTable } from '../tables'

/** Finds an account by user id, mobile number or e-mail address. */
export async function findAccount(db: Reader | Writer, id: string): Promise<UsersTable | undefined> {
  const byId = await db.selectFrom('users').selectAll().where('user_id', '=', id).executeTakeFirst()
  if (byId !== undefined) return byId
  if (id.includes('@')) return await db.selectFrom('users').selectAll().where('email_key', '=', caseKey(id)).executeTakeFirst()
  const mobile = parseMobile(id)
  if (mobile === null) return undefined
  return await db.selectFrom('users').selectAll().where('mobile', '=', mobile).executeTakeFirst()
}

/** An account that has never signed in reserves nothing, unless the organiser entered it. */
export function isReserved(account: UsersTable): boolean {
  return account.first_signed_in_at !== null || account.imported === 1
}

/** Accounts that reserve any of these values. */
export async function findHolders(
  db: Writer,
  keys: { mobile: string; emailKey: string; nicknameKey: string },
): Promise<UsersTable[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([eb('mobile', '=', keys.mobile), eb('email_key', '=', keys.emailKey), eb('nickname_key', '=', keys.nicknameKey)]),
    )
    .execute()
}

/** Deletes an account that has never signed in, with its codes and links. */
export async function removeUnusedAccount(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await db.deleteFrom('organiser_links').where('user_id', '=', userId).execute()
  await db.deleteFrom('users').where('user_id', '=', userId).execute()
}
