import type { Handler } from '../../call-context'
import { findAccount } from '../../db/queries/accounts'
import { endSession } from '../../db/queries/sessions'

/**
 * Ends the session if it is that user's. Another person's stays, cookie and all: a sign-out that waited without a
 * network must not sign out whoever came after.
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
