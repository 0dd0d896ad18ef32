import type { Handler } from '../../call-context'
import { findAccount } from '../../db/queries/accounts'
import { endSession } from '../../db/queries/sessions'

/**
 * Ends the session if it is that user's. Another account's session and cookie are kept: a sign-out that waited for a network
 * must not sign out the next person.
 */
export const signOut: Handler<'signOut'> = async ({ id }, { game, caller, session }) => {
  if (caller === null) {
    session.clear()
    return {}
  }
  const account = await findAccount(game.db.read, id)
  const { token } = session
  if (account?.user_id === caller.userId && token !== null) {
    await game.db.write({ on: 'accounts' }, (db) => endSession(db, token))
    session.clear()
  }
  return {}
}
