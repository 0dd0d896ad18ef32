import { caseKey } from '#rules/account'
import type { Handler } from '../../call-context'
import { findAccount } from '../../db/queries/accounts'
import { parseMobile } from '../../mobile'
import { pretendSignIn, sendSignIn } from './send-sign-in'

/** Asks for a new SMS; the answer is the same whether or not the id exists. */
export const requestCode: Handler<'requestCode'> = async ({ id }, { game }) => {
  const account = await findAccount(game.db.read, id)
  const resend_seconds =
    account === undefined
      ? await pretendSignIn(game, parseMobile(id) ?? caseKey(id))
      : await sendSignIn(game, { userId: account.user_id, mobile: account.mobile })
  return { resend_seconds }
}
