import { calls } from '#contract/calls'
import { TERMS_VERSION } from '#contract/protocol'
import { NICKNAME_MAX, uniqueNickname } from '#rules/account'
import { CODE_MAX_WRONG_TRIES, WRONG_CODES_A_DAY, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { INVALID_LINK, NO_CODES_TODAY, USED_BY_LINK, wrongCode } from '#texts/errors'
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
import { ofNobody, readResendSeconds, readSignInId, type SignInId } from './send-sign-in'

/** A refusal is returned and not thrown, so that the transaction commits its wrong try. */
type Verdict =
  /** `bySms`: with what was sent to the account's number. */
  | { readonly userId: string; readonly bySms: boolean }
  /** `isWrongTry`: counts as a wrong code of the address. */
  | { readonly refusal: Refusal | TransportRefusal; readonly isWrongTry?: boolean }

const isCode = (secret: string) => /^\d{6}$/.test(secret)

async function tryToken(db: Writer, userId: string, token: string, now: number): Promise<Verdict> {
  const sent = await findLink(db, userId, token, now)
  if (sent !== undefined) {
    await markRequestUsed(db, sent.request_id, now)
    return { userId, bySms: true }
  }
  const { numDeletedRows } = await db
    .deleteFrom('organiser_links')
    .where('token_hash', '=', hashSecret(token))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
    ? { userId, bySms: false }
    : { refusal: new Refusal('INVALID_CODE', {}, INVALID_LINK) }
}

/** Signs in with a code or a link's token; either works once and ends the other. */
export const signIn: Handler<'signIn'> = async (
  { id, mtp },
  { game, caller, limits, session, readings },
) => {
  const now = game.now()
  const newToken = randomToken()
  const byCode = isCode(mtp)
  const browser = session.requestToken === null ? '' : hashSecret(session.requestToken)
  // Counted before it is known to be wrong, so that many at once are limited too.
  const waitMs = byCode ? limits.wrongCodes.take(session.addressKey) : 0
  const verdict = await game.db.write({ on: 'accounts' }, async (db, notify): Promise<Verdict> => {
    const tried = byCode
      ? await tryCode(db, { id: readSignInId(id), code: mtp, browser, waitMs }, now)
      : await tryToken(db, id, mtp, now)
    if ('refusal' in tried) {
      notify('nobody')
      return tried
    }
    const found = await findById(db, tried.userId)
    if (found === undefined) throw new Error('a code without an account')
    const account = await registrationOf(db, found, browser)
    // Rolls back, so that a code that was requested meanwhile works once the person is unblocked.
    if (account.blocked_at !== null) throw new Refusal('BLOCKED')
    await recordFirstSignIn(db, account, now)
    if (tried.bySms && account.organiser_since !== null) await confirmNumber(db, account.user_id)
    if (session.token !== null) await endSession(db, session.token, now)
    const { address, userAgent } = session
    const userId = account.user_id
    // The session that came along ends, whoever's it was.
    notify({
      of: calls.signIn.touches,
      users: [caller?.userId, userId].filter((id) => id !== undefined),
    })
    await startSession(db, { token: newToken, userId, address, userAgent }, now)
    return { userId, bySms: tried.bySms }
  })
  const isWrongTry = 'refusal' in verdict && verdict.isWrongTry === true
  if (byCode && waitMs === 0 && !isWrongTry) limits.wrongCodes.giveBack(session.addressKey)
  if ('refusal' in verdict) throw verdict.refusal
  session.issue(newToken)
  return await showUser(game.db.read, readings, verdict.userId)
}

/** The first organiser's number is the right one. */
async function confirmNumber(db: Writer, userId: string): Promise<void> {
  const { unconfirmed_organiser: unconfirmed } = await readEventState(db)
  if (unconfirmed === userId) await writeSetting(db, 'unconfirmed_organiser', null)
}

interface TriedCode {
  readonly id: SignInId
  readonly code: string
  /** The hash of the browser's cookie. */
  readonly browser: string
  /** Not 0 if the address has tried many wrong codes: then only a code's first try counts. */
  readonly waitMs: number
}

/** The answer where this browser waits for no code: it asked for none, or somebody signed in with its SMS meanwhile. */
async function refuseUnknown(
  db: Writer,
  requester: CodeRequester,
  code: string,
  now: number,
): Promise<Verdict> {
  if (await isUsedCode(db, requester, code, now))
    return { refusal: new Refusal('INVALID_CODE', {}, USED_BY_LINK) }
  return { refusal: new Refusal('INVALID_CODE'), isWrongTry: true }
}

/**
 * Tries a code in the browser that requested it. The answer depends on the id that this browser requested it by, whether or not
 * somebody has it; a code that was requested by number signs in by e-mail too.
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
    return { userId: sent.user_id, bySms: true }
  }
  if (counted.wrong_tries >= CODE_MAX_WRONG_TRIES) {
    const retry_seconds = await readResendSeconds(
      db,
      sent === undefined ? ofNobody(id.key) : id.key,
      now,
    )
    return { refusal: new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }) }
  }
  await countWrongTry(db, new Set([counted.request_id, sent?.request_id ?? counted.request_id]))
  await countWrongCode(db, account, now)
  const isWrongTry = counted.wrong_tries > 0
  // Nobody's tries are counted where this browser has requested no code by this id.
  if (requested === undefined) return { refusal: new Refusal('INVALID_CODE'), isWrongTry }
  const tries_left = Math.min(
    CODE_MAX_WRONG_TRIES - requested.wrong_tries - 1,
    WRONG_CODES_A_DAY - wrongToday.length - 1,
  )
  return { refusal: new Refusal('INVALID_CODE', { tries_left }, wrongCode(tries_left)), isWrongTry }
}

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
 * A registration becomes the account of its number: others for the number end, with their codes and links. Who was entered
 * by the organiser accepts the terms with it.
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
