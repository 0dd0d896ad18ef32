import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { endOtherSessionsOf } from '../../db/queries/sessions'
import { Refusal } from '../../refusal'

/** Signs the caller out on every other device. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (_input, { game, caller, session }) => {
  const { token } = session
  if (token === null) throw new Refusal('NOT_AUTHENTICATED')
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    await endOtherSessionsOf(db, caller.userId, token)
    tell({ of: calls.endOtherSessions.touches, users: [caller.userId] })
  })
  return {}
}
