import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { removeSubscription } from '../../db/queries/push-subscriptions'

export const unsubscribePush: Handler<'unsubscribePush'> = async ({ endpoint }, { game, caller }) => {
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    await removeSubscription(db, endpoint, caller.userId)
    tell({ of: calls.unsubscribePush.touches })
  })
  return {}
}
