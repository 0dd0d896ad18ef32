import { calls } from '#contract/calls'
import { TERMS_VERSION } from '#contract/protocol'
import { NICKNAME_MAX, uniqueNicknameKey } from '#rules/account'
import { CODE_MAX_WRONG_TRIES, WRONG_CODES_A_DAY, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { INVALID_LINK, NO_CODES_TODAY, USED_SMS, wrongCode } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import {
  findById,
  findByMobile,
  isNicknameTaken,
  isReserved,
  removeUnusedAccount,
} from '../../db/queries/accounts'
import { endSession, startSession } from '../../db/queries/sessions'
import { readEventState, writeSetting } from '../../db/queries/settings'
import {
  type CodeRequester,
  countWrongCode,
  countWrongTry,
  findAskedRequest,
  findBrowsersRequest,
  findLink,
  hashCode,
  isUsedCode,
  markRequestUsed,
  readWrongCodes,
} from '../../db/queries/sign-in-requests'
import type { UsersTable } from '../../db/tables'
import { tooManyRequests } from '../../limits'
import { hashSecret, randomToken } from '../../random'
import { Refusal, type TransportRefusal } from '../../refusal'
import { showUser } from '../account'
import { readResendSeconds, readSignInId, type SignInId, unknownIdKey } from './send-sign-in'

/**
 * The outcome of a try. A refusal is returned and not thrown, so that the transaction commits the
 * count of the wrong try.
 */
type Verdict =
  /**
   * `by`: a code or a link sent to the account's number, or an organiser's link. `isSignedIn`: the
   * caller's session stays valid.
   */
  | {
      readonly userId: string
      readonly by: 'code' | 'link' | 'organiser'
      readonly isSignedIn?: boolean
    }
  /** `isWrongTry`: counts as a wrong code for the address. */
  | { readonly refusal: Refusal | TransportRefusal; readonly isWrongTry?: boolean }

const isCode = (secret: string) => /^\d{6}$/.test(secret)

async function tryToken(db: Writer, userId: string, token: string, now: number): Promise<Verdict> {
  const sent = await findLink(db, userId, token, now)
  if (sent !== undefined) {
    await markRequestUsed(db, sent.request_id, now)
    return { userId, by: 'link' }
  }
  const { numDeletedRows } = await db
    .deleteFrom('organiser_links')
    .where('token_hash', '=', hashSecret(token))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
    ? { userId, by: 'organiser' }
    : { refusal: new Refusal('INVALID_CODE', {}, INVALID_LINK) }
}

/**
 * Signs in with a code or with a link's token; using one of them ends both. If the first organiser,
 * who is already signed in, confirms their number with a code, they keep their session: a call in
 * flight with the old cookie would be refused as not signed in, which would sign them out.
 */
export const signIn: Handler<'signIn'> = async (
  { id, mtp },
  { game, caller, limits, session, readings },
) => {
  const now = game.now()
  const newToken = randomToken()
  const byCode = isCode(mtp)
  const browser = session.requestToken === null ? '' : hashSecret(session.requestToken)
  // Count before checking, so that parallel attempts are limited too.
  const waitMs = byCode ? limits.wrongCodes.take(session.addressKey) : 0
  const verdict = await game.db.write(
    { kind: 'accounts' },
    async (db, notify): Promise<Verdict> => {
      const tried = byCode
        ? await tryCode(db, { id: readSignInId(id), code: mtp, browser, waitMs }, now)
        : await tryToken(db, id, mtp, now)
      if ('refusal' in tried) {
        notify('nobody')
        return tried
      }
      const found = await findById(db, tried.userId)
      if (found === undefined) throw new Error('a code or link belongs to no account')
      const account = await registrationOf(db, found, browser)
      // Throw, so that the code is not used up and works once the person is unblocked.
      if (account.blocked_at !== null) throw new Refusal('BLOCKED')
      await recordFirstSignIn(db, account, now)
      const userId = account.user_id
      const confirms = tried.by !== 'organiser' && (await confirmNumber(db, account))
      notify({
        of: calls.signIn.touches,
        users: [caller?.userId, userId].filter((id) => id !== undefined),
      })
      if (confirms && tried.by === 'code' && caller?.userId === userId)
        return { ...tried, isSignedIn: true }
      // End the session sent with the call, whoever owns it.
      if (session.token !== null) await endSession(db, session.token, now)
      const { address, userAgent } = session
      await startSession(db, { token: newToken, userId, address, userAgent }, now)
      return { ...tried, userId }
    },
  )
  const isWrongTry = 'refusal' in verdict && verdict.isWrongTry === true
  if (byCode && waitMs === 0 && !isWrongTry) limits.wrongCodes.giveBack(session.addressKey)
  if ('refusal' in verdict) throw verdict.refusal
  if (verdict.isSignedIn !== true) session.issue(newToken)
  return await showUser(game.db.read, readings, verdict.userId)
}

/**
 * Marks the first organiser's number as confirmed. Returns false if it was confirmed already, or if
 * this is somebody else's account.
 */
async function confirmNumber(
  db: Writer,
  { user_id, organiser_since }: UsersTable,
): Promise<boolean> {
  if (organiser_since === null) return false
  const { unconfirmed_organiser: unconfirmed } = await readEventState(db)
  if (unconfirmed !== user_id) return false
  await writeSetting(db, 'unconfirmed_organiser', null)
  return true
}

interface TriedCode {
  readonly id: SignInId
  readonly code: string
  /** The hash of the browser's cookie. */
  readonly browser: string
  /**
   * Not 0 if the IP address has tried many wrong codes: then each sent code may be tried only once.
   */
  readonly waitMs: number
}

/**
 * Answers a browser that has no code left to try: it requested none, or the SMS that it requested
 * has been used to sign in, by its code or its link.
 */
async function refuseUnknown(
  db: Writer,
  requester: CodeRequester,
  code: string,
  now: number,
): Promise<Verdict> {
  if (await isUsedCode(db, requester, code, now))
    return { refusal: new Refusal('INVALID_CODE', {}, USED_SMS) }
  return { refusal: new Refusal('INVALID_CODE'), isWrongTry: true }
}

/**
 * Tries a code in the browser that requested it. The answer depends only on the number or e-mail
 * with which this browser requested the code, so that it does not reveal whether an account has it.
 * A code requested by number also works with the account's e-mail.
 */
async function tryCode(
  db: Writer,
  { id, code, browser, waitMs }: TriedCode,
  now: number,
): Promise<Verdict> {
  const requested = await findAskedRequest(db, { by: id.key, browser }, now)
  const sent =
    requested?.user_id == null ? await findBrowsersRequest(db, browser, id.key, now) : requested
  const counted = requested ?? sent
  if (waitMs > 0 && (counted === undefined || counted.wrong_tries > 0))
    return { refusal: tooManyRequests(waitMs) }
  if (counted === undefined) return await refuseUnknown(db, { by: id.key, browser }, code, now)

  const account = sent?.user_id ?? id.key
  const wrongToday = await readWrongCodes(db, account, now)
  const oldest = wrongToday.at(-WRONG_CODES_A_DAY)
  if (oldest !== undefined) {
    const retry_seconds = Math.ceil((oldest + WRONG_CODES_WINDOW_MS - now) / 1000)
    return { refusal: new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }, NO_CODES_TODAY) }
  }
  if (
    sent?.user_id != null &&
    sent.wrong_tries < CODE_MAX_WRONG_TRIES &&
    sent.code_hash === hashCode(sent.user_id, code)
  ) {
    await markRequestUsed(db, sent.request_id, now)
    return { userId: sent.user_id, by: 'code' }
  }
  if (counted.wrong_tries >= CODE_MAX_WRONG_TRIES) {
    const retry_seconds = await readResendSeconds(
      db,
      sent === undefined ? unknownIdKey(id.key) : id.key,
      now,
    )
    return { refusal: new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }) }
  }
  await countWrongTry(db, new Set([counted.request_id, sent?.request_id ?? counted.request_id]))
  await countWrongCode(db, account, now)
  const isWrongTry = counted.wrong_tries > 0
  // Do not tell the tries left if the browser has not requested a code with this number or e-mail:
  // the answer would reveal that an account has it.
  if (requested === undefined) return { refusal: new Refusal('INVALID_CODE'), isWrongTry }
  const tries_left = Math.min(
    CODE_MAX_WRONG_TRIES - requested.wrong_tries - 1,
    WRONG_CODES_A_DAY - wrongToday.length - 1,
  )
  return { refusal: new Refusal('INVALID_CODE', { tries_left }, wrongCode(tries_left)), isWrongTry }
}

/**
 * Returns the nickname, with a number appended if another person took it between registration and
 * first sign-in.
 */
async function freeNickname(db: Writer, wanted: string): Promise<string> {
  const letters = [...wanted]
  for (let number = 2, nickname = wanted; ; number++) {
    if (!(await isNicknameTaken(db, nickname))) return nickname
    nickname = `${letters.slice(0, NICKNAME_MAX - String(number).length).join('')}${number}`
  }
}

/**
 * Finds the registration that counts. Two browsers may register one number at the same time, while
 * only one SMS is sent. Whoever uses that SMS owns the number, so the data entered in their browser
 * counts, even if the SMS was sent for the other browser's registration.
 */
async function registrationOf(
  db: Writer,
  account: UsersTable,
  browser: string,
): Promise<UsersTable> {
  if (isReserved(account)) return account
  const holders = await findByMobile(db, account.mobile)
  return holders.findLast(({ browser_hash }) => browser_hash === browser) ?? account
}

/**
 * Turns a registration into the number's account. Other registrations of the number end, with their
 * codes and links. People entered by the organiser accept the terms with this sign-in.
 */
export async function recordFirstSignIn(
  db: Writer,
  account: UsersTable,
  now: number,
): Promise<void> {
  if (account.first_signed_in_at !== null) return
  const { user_id, imported } = account
  for (const other of await findByMobile(db, account.mobile)) {
    if (other.user_id !== user_id) await removeUnusedAccount(db, other.user_id)
  }
  const nickname = imported === 1 ? account.nickname : await freeNickname(db, account.nickname)
  const nickname_key = imported === 1 ? account.nickname_key : uniqueNicknameKey(nickname)
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
