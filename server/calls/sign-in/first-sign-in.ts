import { TERMS_VERSION } from '#contract/protocol'
import { NICKNAME_MAX, uniqueNickname } from '#rules/account'
import type { Writer } from '../../db/database'
import { findByMobile, isNicknameTaken, isReserved, removeUnusedAccount } from '../../db/queries/accounts'
import type { UsersTable } from '../../db/tables'

/** The nickname, or with a number where somebody took it between the registration and the first sign-in. */
async function freeNickname(db: Writer, wanted: string): Promise<string> {
  const letters = [...wanted]
  for (let number = 2, nickname = wanted; ; number++) {
    if (!(await isNicknameTaken(db, nickname))) return nickname
    nickname = `${letters.slice(0, NICKNAME_MAX - String(number).length).join('')}${number}`
  }
}

/**
 * Two browsers may register one number at once, and only one SMS leaves. Whoever signs in with it has the number, so what they
 * entered in this browser counts, not what came with the SMS.
 */
export async function enteredHere(db: Writer, account: UsersTable, browser: string): Promise<UsersTable> {
  if (isReserved(account)) return account
  const holders = await findByMobile(db, account.mobile)
  return holders.findLast(({ browser_hash }) => browser_hash === browser) ?? account
}

/**
 * A registration becomes the account of its number: others for the number end, with their codes and links. Who was entered
 * by the organiser accepts the terms with it.
 */
export async function noteFirstSignIn(db: Writer, account: UsersTable, now: number): Promise<void> {
  if (account.first_signed_in_at !== null) return
  const { user_id, imported } = account
  for (const other of await findByMobile(db, account.mobile)) {
    if (other.user_id !== user_id) await removeUnusedAccount(db, other.user_id)
  }
  const nickname = imported === 1 ? account.nickname : await freeNickname(db, account.nickname)
  const nickname_key = imported === 1 ? account.nickname_key : uniqueNickname(nickname)
  await db
    .updateTable('users')
    .set({
      nickname,
      nickname_key,
      browser_hash: null,
      first_signed_in_at: now,
      terms_version: account.terms_version ?? TERMS_VERSION,
      terms_accepted_at: account.terms_accepted_at ?? now,
    })
    .where('user_id', '=', user_id)
    .execute()
}
