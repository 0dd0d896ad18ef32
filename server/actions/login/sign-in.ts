import { TERMS_VERSION } from '#contract/protocol'
import { errorTexts, INVALID_LINK } from '#i18n/errors'
import { CODE_MAX_WRONG_TRIES } from '#rules/sign-in'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { findAccount } from '../../db/queries/accounts'
import { findChallenge, hashCode, readNextSmsAt } from '../../db/queries/challenges'
import { endSession, startSession } from '../../db/queries/sessions'
import type { UsersTable } from '../../db/tables'
import { hashSecret, randomToken } from '../../random'
import { Refusal } from '../../refusal'
import { showUser } from './show-user'

type Verdict = { readonly is: 'valid' } | { readonly is: 'wrong' } | { readonly is: 'exhausted'; readonly retrySeconds: number }

const isCode = (secret: string) => /^\d{6}$/.test(secret)

/** Uses up the challenge, so that neither its code nor its link signs in again. */
async function spendChallenge(db: Writer, userId: string, now: number): Promise<Verdict> {
  await db.updateTable('sign_in_challenges').set({ used_at: now }).where('user_id', '=', userId).execute()
  return { is: 'valid' }
}

async function tryCode(db: Writer, account: UsersTable, code: string, now: number): Promise<Verdict> {
  const challenge = await findChallenge(db, account.user_id)
  if (challenge === undefined || challenge.used_at !== null || challenge.code_expires_at <= now) return { is: 'wrong' }
  if (challenge.wrong_tries >= CODE_MAX_WRONG_TRIES) {
    const nextAt = await readNextSmsAt(db, account.mobile, false, now)
    return { is: 'exhausted', retrySeconds: Math.max(0, Math.ceil((nextAt - now) / 1000)) }
  }
  if (challenge.code_hash === hashCode(account.user_id, code)) return await spendChallenge(db, account.user_id, now)
  await db
    .updateTable('sign_in_challenges')
    .set({ wrong_tries: challenge.wrong_tries + 1 })
    .where('user_id', '=', account.user_id)
    .execute()
  return { is: 'wrong' }
}

async function tryToken(db: Writer, userId: string, token: string, now: number): Promise<Verdict> {
  const token_hash = hashSecret(token)
  const challenge = await findChallenge(db, userId)
  if (challenge?.link_hash === token_hash && challenge.used_at === null && challenge.link_expires_at > now) {
    return await spendChallenge(db, userId, now)
  }
  const { numDeletedRows } = await db
    .deleteFrom('organiser_links')
    .where('token_hash', '=', token_hash)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? { is: 'valid' } : { is: 'wrong' }
}

/** Imported people accept the terms with their first sign-in. */
async function noteFirstSignIn(db: Writer, account: UsersTable, now: number): Promise<void> {
  if (account.first_signed_in_at !== null) return
  await db
    .updateTable('users')
    .set({
      first_signed_in_at: now,
      terms_version: account.terms_version ?? TERMS_VERSION,
      terms_accepted_at: account.terms_accepted_at ?? now,
    })
    .where('user_id', '=', account.user_id)
    .execute()
}

/** Signs in with a code or a link's token. Either works once and invalidates the other. */
export const signIn: Handler<'signIn'> = async ({ id, mtp }, { game, session, readings }) => {
  const now = game.now()
  const newToken = randomToken()
  const outcome = await game.db.write({ on: 'accounts' }, async (db) => {
    const account = await findAccount(db, id)
    if (account === undefined) return { is: 'wrong' } as const
    const verdict = isCode(mtp) ? await tryCode(db, account, mtp, now) : await tryToken(db, account.user_id, mtp, now)
    if (verdict.is !== 'valid') return verdict
    await noteFirstSignIn(db, account, now)
    if (session.token !== null) await endSession(db, session.token)
    const { address, userAgent } = session
    await startSession(db, { token: newToken, userId: account.user_id, address, userAgent }, now)
    return { is: 'valid', userId: account.user_id } as const
  })
  switch (outcome.is) {
    case 'exhausted':
      throw new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds: outcome.retrySeconds })
    case 'wrong':
      throw new Refusal('INVALID_CODE', {}, isCode(mtp) ? errorTexts.INVALID_CODE : INVALID_LINK)
    case 'valid':
      session.issue(newToken)
      return await showUser(game.db.read, readings, outcome.userId)
  }
}
