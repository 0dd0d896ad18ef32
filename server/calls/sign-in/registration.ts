import { calls, type ParsedInput } from '#contract/calls'
import { TERMS_VERSION } from '#contract/protocol'
import { caseKey, uniqueNicknameKey } from '#rules/account'
import { isLikeNumber, plainMobile } from '#rules/text'
import { fieldText, fieldTexts } from '#texts/fields'
import type { Handler, SessionPort } from '../../call-context'
import type { Writer } from '../../db/database'
import {
  findByMobile,
  isNicknameTaken,
  isReserved,
  removeAbandoned,
} from '../../db/queries/accounts'
import type { UsersTable } from '../../db/tables'
import { parseMobile } from '../../mobile'
import { hashSecret, randomId, randomToken } from '../../random'
import { Refusal } from '../../refusal'
import {
  asRecipient,
  deliverSignIn,
  findRecipient,
  isServed,
  issueSignIn,
  readSignInId,
} from './send-sign-in'

type PersonFields = ParsedInput<'register'>['user_data']

function invalidField(field: keyof PersonFields, message: string): Refusal {
  return new Refusal('INVALID_INPUT', { fields: { [field]: message } })
}

const NEW_ACCOUNT = {
  vendor_id: null,
  imported: 0,
  first_signed_in_at: null,
  left_booth_at: null,
  organiser_since: null,
  blocked_at: null,
} as const

/**
 * Stores a registration. Before the first sign-in it reserves neither number nor nickname: a number
 * may have several registrations, each from another browser, with its own data, code and link. If a
 * browser registers the number again, it corrects its earlier registration.
 */
async function writeRegistration(
  db: Writer,
  profile: PersonFields,
  { mobile, browser }: { mobile: string; browser: string },
  { now, expiredAt }: { now: number; expiredAt: number },
): Promise<UsersTable> {
  const holders = await findByMobile(db, mobile)
  if (holders.some(isReserved)) throw new Refusal('ALREADY_REGISTERED')
  if (await isNicknameTaken(db, profile.nickname))
    throw invalidField('nickname', fieldTexts.nickname_taken)

  const entered = {
    first_name: profile.first_name,
    last_name: profile.last_name,
    email: profile.email,
    email_key: caseKey(profile.email),
    mobile,
    nickname: profile.nickname,
    nickname_key: uniqueNicknameKey(profile.nickname),
    terms_version: TERMS_VERSION,
    terms_accepted_at: now,
    browser_hash: browser,
  }
  const own = holders.findLast(({ browser_hash }) => browser_hash === browser)
  if (own !== undefined) {
    await db.updateTable('users').set(entered).where('user_id', '=', own.user_id).execute()
    return { ...own, ...entered }
  }
  await removeAbandoned(db, holders, expiredAt)
  const account = { ...entered, user_id: randomId(60), ...NEW_ACCOUNT, created_at: now }
  await db.insertInto('users').values(account).execute()
  return account
}

/**
 * Registers a person and sends a code and a link. With the first sign-in the registration becomes
 * the number's account.
 */
export const register: Handler<'register'> = async ({ user_data: profile }, { game, session }) => {
  const mobile = parseMobile(profile.mobile)
  if (mobile === null) throw invalidField('mobile', fieldText('mobile', profile.mobile))
  if (!isServed(game, mobile)) throw invalidField('mobile', fieldText('mobile_country', mobile))
  const now = game.now()
  const browser = rememberBrowser(session)
  const { account, issued } = await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.register.touches })
    const account = await writeRegistration(
      db,
      profile,
      { mobile, browser },
      { now, expiredAt: game.expiryNow() },
    )
    return {
      account,
      issued: await issueSignIn(db, { by: mobile, browser }, asRecipient(account), now),
    }
  })
  await deliverSignIn(game, issued, session.addressKey, (db) => removeAbandoned(db, [account], now))
  return {
    user_id: account.user_id,
    resend_seconds: issued.resendSeconds,
    sms_sent: issued.issued !== null,
  }
}

/** Sends a new SMS. The answer is the same whether or not the id exists. */
export const requestCode: Handler<'requestCode'> = async ({ id: typed }, { game, session }) => {
  const now = game.now()
  const id = readSignInId(typed)
  // Refuse a wrong number as registration does: the person would wait for an SMS that cannot come.
  if (id.kind === 'none' && isLikeNumber(typed)) {
    throw new Refusal('INVALID_INPUT', { fields: { id: fieldText('mobile', plainMobile(typed)) } })
  }
  // The same answer whether or not an account has the number: it must reveal none.
  if (id.kind === 'mobile' && !isServed(game, id.key)) {
    const message = fieldText('mobile_country', id.key)
    throw new Refusal('INVALID_INPUT', { fields: { id: message, mobile: message } })
  }
  const browser = rememberBrowser(session)
  const issued = await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.requestCode.touches })
    const recipient = await findRecipient(db, game, id, browser)
    return await issueSignIn(db, { by: id.key, browser }, recipient, now)
  })
  await deliverSignIn(game, issued, session.addressKey)
  return { resend_seconds: issued.resendSeconds }
}

/**
 * Sets the cookie by which the browser is recognised when it returns with the code. Returns the
 * cookie's hash.
 */
function rememberBrowser(session: SessionPort): string {
  const token = session.requestToken ?? randomToken()
  session.issueRequest(token)
  return hashSecret(token)
}
