import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { findById } from '../../db/queries/accounts'
import { endSession } from '../../db/queries/sessions'
import { readSignInId } from './sign-in-id'

/**
 * Ends the session if it is that user's. Another account's session and cookie are kept: a sign-out that waited for a network
 * must not sign out the next person.
 */
export const signOut: Handler<'signOut'> = async ({ id }, { game, caller, session }) => {
  if (caller === null) {
    session.clear()
    return {}
  }
  const account = await findById(game.db.read, caller.userId)
  const { key } = readSignInId(id)
  const isOwn = id === caller.userId || key === account?.mobile || key === account?.email_key
  const { token } = session
  if (isOwn && token !== null) {
    await game.db.write({ on: 'accounts' }, async (db, tell) => {
      await endSession(db, token)
      tell({ of: calls.signOut.touches, users: [caller.userId] })
    })
    session.clear()
  }
  return {}
}
