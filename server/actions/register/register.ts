import type { ParsedInput } from '#contract/inputs'
import { TERMS_VERSION } from '#contract/protocol'
import { fieldTexts } from '#i18n/errors'
import { caseKey } from '#rules/account'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { findHolders, isReserved, removeUnusedAccount } from '../../db/queries/accounts'
import { parseMobile } from '../../mobile'
import { randomId } from '../../random'
import { Refusal } from '../../refusal'
import { deliverSignIn, issueSignIn } from '../login/send-sign-in'

type Profile = ParsedInput<'register'>['user_data']

async function createAccount(db: Writer, profile: Profile, mobile: string, now: number): Promise<string> {
  const emailKey = caseKey(profile.email)
  const nicknameKey = caseKey(profile.nickname)
  const holders = await findHolders(db, { mobile, emailKey, nicknameKey })
  const reserved = holders.filter(isReserved)
  if (reserved.some((holder) => holder.mobile === mobile || holder.email_key === emailKey))
    throw new Refusal('ALREADY_REGISTERED')
  if (reserved.length > 0) throw new Refusal('INVALID_INPUT', { fields: { nickname: fieldTexts.nickname_taken } })

  const account = {
    first_name: profile.first_name,
    last_name: profile.last_name,
    email: profile.email,
    email_key: emailKey,
    mobile,
    nickname: profile.nickname,
    nickname_key: nicknameKey,
    terms_version: TERMS_VERSION,
    terms_accepted_at: now,
  }
  // The same number keeps its account, so that the code already sent to it stays valid.
  const same = holders.find((holder) => holder.mobile === mobile)
  for (const holder of holders) if (holder !== same) await removeUnusedAccount(db, holder.user_id)
  if (same !== undefined) {
    await db.updateTable('users').set(account).where('user_id', '=', same.user_id).execute()
    return same.user_id
  }
  const user_id = randomId(60)
  await db
    .insertInto('users')
    .values({ ...account, user_id, vendor_id: null, imported: 0, created_at: now, first_signed_in_at: null })
    .execute()
  return user_id
}

/** Creates an account and sends its first code and link. */
export const register: Handler<'register'> = async ({ user_data: profile }, { game }) => {
  const mobile = parseMobile(profile.mobile)
  if (mobile === null) throw new Refusal('INVALID_INPUT', { fields: { mobile: fieldTexts.mobile } })
  const now = game.now()
  // In one transaction: otherwise another registration could replace the account before its code is created.
  const { user_id, issued } = await game.db.write({ on: 'accounts' }, async (db) => {
    const user_id = await createAccount(db, profile, mobile, now)
    return { user_id, issued: await issueSignIn(db, { userId: user_id, mobile }, now) }
  })
  await deliverSignIn(game, issued)
  return { user_id }
}
