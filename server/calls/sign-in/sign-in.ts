import { calls } from '#contract/calls'
import { INVALID_LINK, NO_CODES_TODAY, wrongCode } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { findById } from '../../db/queries/accounts'
import { endSession, startSession } from '../../db/queries/sessions'
import { findLink, spendRequest } from '../../db/queries/sign-in-requests'
import { hashSecret, randomToken } from '../../random'
import { Refusal, TransportRefusal } from '../../refusal'
import { showUser } from './current-user'
import { enteredHere, noteFirstSignIn } from './first-sign-in'
import { readSignInId } from './sign-in-id'
import { type CodeVerdict, tryCode } from './try-code'

type Verdict = CodeVerdict | { readonly is: 'wrong link' }

const isCode = (secret: string) => /^\d{6}$/.test(secret)

async function tryToken(db: Writer, userId: string, token: string, now: number): Promise<Verdict> {
  const sent = await findLink(db, userId, token, now)
  if (sent !== undefined) {
    await spendRequest(db, sent.request_id, now)
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
  const verdict = await game.db.write({ on: 'accounts' }, async (db, tell): Promise<Verdict> => {
    const tried = byCode
      ? await tryCode(db, { id: readSignInId(id), code: mtp, browser, onlyFirst: heldBackMs > 0 }, now)
      : await tryToken(db, id, mtp, now)
    if (tried.is !== 'valid') {
      tell('nobody')
      return tried
    }
    const found = await findById(db, tried.userId)
    if (found === undefined) throw new Error('a code without an account')
    const account = await enteredHere(db, found, browser)
    // Rolls back, so that a code asked for meanwhile works once the person is let in again.
    if (account.blocked_at !== null) throw new Refusal('BLOCKED')
    await noteFirstSignIn(db, account, now)
    if (session.token !== null) await endSession(db, session.token, now)
    const { address, userAgent } = session
    const userId = account.user_id
    // The session that came along ends, whoever's it was.
    tell({ of: calls.signIn.touches, users: [caller?.userId, userId].filter((id) => id !== undefined) })
    await startSession(db, { token: newToken, userId, address, userAgent }, now)
    return { is: 'valid', userId }
  })
  if (byCode && heldBackMs === 0 && isFree(verdict)) limits.wrongCodes.giveBack(session.addressKey)
  if (verdict.is !== 'valid') throw refusalOf(verdict, heldBackMs)
  session.issue(newToken)
  return await showUser(game.db.read, readings, verdict.userId)
}
