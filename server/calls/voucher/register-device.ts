import { importPublicKey } from '#contract/voucher'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import { deviceIdOf, enterDevice, findDevice } from '../../db/queries/voucher-signers'
import { count } from '../../limits/limits'
import { hashSecret } from '../../random'
import { Refusal } from '../../refusal'

/**
 * Enters the key of a booth's device, for the session that registers it. The same key of the same person is the same device; a revoked
 * one stays revoked.
 */
export const registerDevice: Handler<'registerDevice'> = async ({ public_key }, { game, caller, limits, session }) => {
  if ((await importPublicKey(public_key)) === null) {
    throw new Refusal('INVALID_INPUT', { fields: { public_key: fieldTexts.invalid } })
  }
  const device_id = await deviceIdOf(game.db, caller.userId, public_key)
  const now = game.now()
  const token_hash = hashSecret(session.token ?? '')
  const known = await findDevice(game.db.read, device_id, game.expiryNow())
  if (known?.isRevoked === true) return { device_id, revoked: true }
  if (known?.token_hash === token_hash) return { device_id }
  if (known === undefined) count(limits.devicesRegistered, caller.userId)
  const revoked = await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell('nobody')
    // Revoking ends the sessions too: a call that was on its way must not enter another device.
    const standing = db.selectFrom('sessions').where('token_hash', '=', token_hash)
    if ((await standing.select('token_hash').executeTakeFirst()) === undefined) throw new Refusal('NOT_AUTHENTICATED')
    return await enterDevice(db, { device_id, user_id: caller.userId, public_key, token_hash, registered_at: now })
  })
  return revoked ? { device_id, revoked } : { device_id }
}
