import { calls } from '#contract/calls'
import { isLikeNumber, plainMobile } from '#rules/text'
import { fieldText } from '#texts/errors'
import type { Handler } from '../../call-context'
import { Refusal } from '../../refusal'
import { findRecipient } from './recipient'
import { rememberBrowser } from './remember-browser'
import { deliverSignIn, issueSignIn } from './send-sign-in'
import { readSignInId } from './sign-in-id'

/** Asks for a new SMS; the answer is the same whether or not the id exists. */
export const requestCode: Handler<'requestCode'> = async ({ id: typed }, { game, session }) => {
  const now = game.now()
  const id = readSignInId(typed)
  // As at registration: somebody waits for an SMS that cannot come.
  if (id.is === 'none' && isLikeNumber(typed)) {
    throw new Refusal('INVALID_INPUT', { fields: { id: fieldText('mobile', plainMobile(typed)) } })
  }
  const browser = rememberBrowser(session)
  const issued = await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.requestCode.touches })
    const recipient = await findRecipient(db, game, id, browser)
    return await issueSignIn(db, { by: id.key, browser }, recipient, now)
  })
  await deliverSignIn(game, issued, session.addressKey)
  return { resend_seconds: issued.resendSeconds }
}
