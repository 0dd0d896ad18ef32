import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { findRecipient } from './recipient'
import { rememberBrowser } from './remember-browser'
import { deliverSignIn, issueSignIn } from './send-sign-in'
import { readSignInId } from './sign-in-id'

/** Asks for a new SMS; the answer is the same whether or not the id exists. */
export const requestCode: Handler<'requestCode'> = async ({ id: typed }, { game, session }) => {
  const now = game.now()
  const id = readSignInId(typed)
  const browser = rememberBrowser(session)
  const issued = await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.requestCode.touches })
    const recipient = await findRecipient(db, game, id, browser)
    return await issueSignIn(db, { by: id.key, browser }, recipient, now)
  })
  await deliverSignIn(game, issued, session.addressKey)
  return { resend_seconds: issued.resendSeconds }
}
