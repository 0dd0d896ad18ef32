import { calls } from '#contract/calls'
import { TERMS_VERSION } from '#contract/protocol'
import { NICKNAME_MAX, uniqueNickname } from '#rules/account'
import { CODE_MAX_WRONG_TRIES, WRONG_CODES_A_DAY, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { INVALID_LINK, NO_CODES_TODAY, wrongCode } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { findById, findByMobile, isNicknameTaken, isReserved, removeUnusedAccount } from '../../db/queries/accounts'
import { endSession, startSession } from '../../db/queries/sessions'
import {
  countWrongCode,
  countWrongTry,
  findAskedRequest,
  findBrowsersRequest,
  findLink,
  hashCode,
  markRequestUsed,
  readWrongCodes,
} from '../../db/queries/sign-in-requests'
import type { UsersTable } from '../../db/tables'
import { hashSecret, randomToken } from '../../random'
import { Refusal, TransportRefusal } from '../../refusal'
import { showUser } from '../account'
import { ofNobody, readResendSeconds, readSignInId, type SignInId } from './send-sign-in'

type Verdict = CodeVerdict | { readonly is: 'wrong link' }

const isCode = (secret: string) => /^\d{6}$/.test(secret)

async function tryToken(db: Writer, userId: string, token: string, now: number): Promise<Verdict> {
  const sent = await findLink(db, userId, token, now)
  if (sent !== undefined) {
    await markRequestUsed(db, sent.request_id, now)
    return { is: 'valid', userId }
  }
  const { numDeletedRows } = await db
    .deleteFrom('organiser_links')
    .where('token_hash', '=', hashSecret(token))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? { is: 'valid', userId } : { is: 'wrong link' }
}

function refusalOf(verdict: Exclude<Verdict, { readonly is: 'valid' }>, heldBackMs: number): Refusal | TransportRefusal {
  switch (verdict.is) {
    case 'wrong link':
      return new Refusal('INVALID_CODE', {}, INVALID_LINK)
    case 'wrong':
      if (verdict.triesLeft === null) return new Refusal('INVALID_CODE')
      return new Refusal('INVALID_CODE', { tries_left: verdict.triesLeft }, wrongCode(verdict.triesLeft))
    case 'exhausted':
      return new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds: verdict.retrySeconds })
    case 'exhausted today':
      return new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds: verdict.retrySeconds }, NO_CODES_TODAY)
    case 'held back':
      return new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(heldBackMs / 1000)))
  }
}

/** Whether this outcome does not count as a wrong try of the address. */
function isFree(verdict: Verdict): boolean {
  return verdict.is === 'wrong' ? verdict.wasFirst : true
}

/** Signs in with a code or a link's token; either works once and ends the other. */
export const signIn: Handler<'signIn'> = async ({ id, mtp }, { game, caller, limits, session, readings }) => {
  const now = game.now()
  const newToken = randomToken()
  const byCode = isCode(mtp)
  const browser = session.requestToken === null ? '' : hashSecret(session.requestToken)
  // Counted before it is known to be wrong, so that many at once are limited too.
  const heldBackMs = byCode ? limits.wrongCodes.take(session.addressKey) : 0
  const verdict = await game.db.write({ on: 'accounts' }, async (db, notify): Promise<Verdict> => {
    const tried = byCode
      ? await tryCode(db, { id: readSignInId(id), code: mtp, browser, onlyFirst: heldBackMs > 0 }, now)
      : await tryToken(db, id, mtp, now)
    if (tried.is !== 'valid') {
      notify('nobody')
      return tried
    }
    const found = await findById(db, tried.userId)
    if (found === undefined) throw new Error('a code without an account')
    const account = await enteredHere(db, found, browser)
    // Rolls back, so that a code asked for meanwhile works once the person is let in again.
    if (account.blocked_at !== null) throw new Refusal('BLOCKED')
    await recordFirstSignIn(db, account, now)
    if (session.token !== null) await endSession(db, session.token, now)
    const { address, userAgent } = session
    const userId = account.user_id
    // The session that came along ends, whoever's it was.
    notify({ of: calls.signIn.touches, users: [caller?.userId, userId].filter((id) => id !== undefined) })
    await startSession(db, { token: newToken, userId, address, userAgent }, now)
    return { is: 'valid', userId }
  })
  if (byCode && heldBackMs === 0 && isFree(verdict)) limits.wrongCodes.giveBack(session.addressKey)
  if (verdict.is !== 'valid') throw refusalOf(verdict, heldBackMs)
  session.issue(newToken)
  return await showUser(game.db.read, readings, verdict.userId)
}

type CodeVerdict =
  | { readonly is: 'valid'; readonly userId: string }
  /** `triesLeft` is null where this browser has asked for no code by this id: nobody's tries are counted. */
  | { readonly is: 'wrong'; readonly triesLeft: number | null; readonly wasFirst: boolean }
  | { readonly is: 'exhausted'; readonly retrySeconds: number }
  /** No code is tried before tomorrow, but the link is good. */
  | { readonly is: 'exhausted today'; readonly retrySeconds: number }
  /** Not tried at all. */
  | { readonly is: 'held back' }

interface TriedCode {
  readonly id: SignInId
  readonly code: string
  /** The hash of the browser's cookie. */
  readonly browser: string
  /** The address has tried many wrong codes: only a code's first try counts. */
  readonly onlyFirst: boolean
}

/**
 * Tries a code in the browser that asked for it. What is answered goes by what this browser asked by, whether or not
 * somebody has it; a code that was asked for by number signs in by e-mail too.
 */
async function tryCode(db: Writer, { id, code, browser, onlyFirst }: TriedCode, now: number): Promise<CodeVerdict> {
  const asked = await findAskedRequest(db, { by: id.key, browser }, now)
  const sent = asked?.user_id == null ? await findBrowsersRequest(db, browser, id.key, now) : asked
  const counted = asked ?? sent
  if (onlyFirst && (counted === undefined || counted.wrong_tries > 0)) return { is: 'held back' }
  if (counted === undefined) return { is: 'wrong', triesLeft: null, wasFirst: false }

  const account = sent?.user_id ?? id.key
  const wrongToday = await readWrongCodes(db, account, now)
  const oldest = wrongToday.at(-WRONG_CODES_A_DAY)
  if (oldest !== undefined) {
    return { is: 'exhausted today', retrySeconds: Math.ceil((oldest + WRONG_CODES_WINDOW_MS - now) / 1000) }
  }
  if (sent?.user_id != null && sent.wrong_tries < CODE_MAX_WRONG_TRIES && sent.code_hash === hashCode(sent.user_id, code)) {
    await markRequestUsed(db, sent.request_id, now)
    return { is: 'valid', userId: sent.user_id }
  }
  if (counted.wrong_tries >= CODE_MAX_WRONG_TRIES) {
    return { is: 'exhausted', retrySeconds: await readResendSeconds(db, sent === undefined ? ofNobody(id.key) : id.key, now) }
  }
  await countWrongTry(db, new Set([counted.request_id, sent?.request_id ?? counted.request_id]))
  await countWrongCode(db, account, now)
  const leftToday = WRONG_CODES_A_DAY - wrongToday.length - 1
  const triesLeft = asked === undefined ? null : Math.min(CODE_MAX_WRONG_TRIES - asked.wrong_tries - 1, leftToday)
  return { is: 'wrong', triesLeft, wasFirst: counted.wrong_tries === 0 }
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
async function enteredHere(db: Writer, account: UsersTable, browser: string): Promise<UsersTable> {
  if (isReserved(account)) return account
  const holders = await findByMobile(db, account.mobile)
  return holders.findLast(({ browser_hash }) => browser_hash === browser) ?? account
}

/**
 * A registration becomes the account of its number: others for the number end, with their codes and links. Who was entered
 * by the organiser accepts the terms with it.
 */
export async function recordFirstSignIn(db: Writer, account: UsersTable, now: number): Promise<void> {
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
