import { calls } from '#contract/calls'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../call-context'
import { keepSubscription, removeSubscription } from '../db/queries/messages'
import { isPushEndpoint } from '../push/public-address'
import { hashSecret } from '../random'
import { Refusal } from '../refusal'

export const pushKey: Handler<'pushKey'> = async (_input, { push }) => ({ public_key: await push.publicKey() })

/** Notifies this device from now on, as long as its session lasts. */
export const subscribePush: Handler<'subscribePush'> = async ({ subscription }, { game, caller, session, push }) => {
  const { endpoint, keys } = subscription
  if (!isPushEndpoint(endpoint, push.loopback))
    throw new Refusal('INVALID_INPUT', { fields: { subscription: fieldTexts.invalid } })
  const { token } = session
  if (token === null) throw new Refusal('NOT_AUTHENTICATED')
  const row = { endpoint, token_hash: hashSecret(token), user_id: caller.userId, ...keys, created_at: game.now() }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    await keepSubscription(db, row)
    tell({ of: calls.subscribePush.touches })
  })
  return {}
}

export const unsubscribePush: Handler<'unsubscribePush'> = async ({ endpoint }, { game, caller }) => {
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    await removeSubscription(db, endpoint, caller.userId)
    tell({ of: calls.unsubscribePush.touches })
  })
  return {}
}
