import { caseKey } from '#rules/account'
import type { Handler } from '../../call-context'
import { findAccount } from '../../db/queries/accounts'
import { parseMobile } from '../../mobile'
import { deliverSignIn, issueSignIn, pretendSignIn } from './send-sign-in'

/** Requests a new SMS. The response is the same whether or not the id exists. */
export const requestCode: Handler<'requestCode'> = async ({ id }, { game }) => {
  const now = game.now()
  const issued = await game.db.write({ on: 'accounts' }, async (db) => {
    const account = await findAccount(db, id)
    if (account === undefined) return await pretendSignIn(db, parseMobile(id) ?? caseKey(id), now)
    return await issueSignIn(db, { userId: account.user_id, mobile: account.mobile }, now)
  })
  await deliverSignIn(game, issued)
  return { resend_seconds: issued.resendSeconds }
}
