import { importPublicKey } from '#contract/voucher'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import { deviceIdOf, findDevice, insertDevice } from '../../db/queries/signing-devices'
import { count } from '../../limits/limits'
import { hashSecret } from '../../random'
import { Refusal } from '../../refusal'

/** Enters the key of a booth's device. The same key of the same person is the same device. */
export const registerDevice: Handler<'registerDevice'> = async ({ public_key }, { game, caller, limits, session }) => {
  if ((await importPublicKey(public_key)) === null) {
    throw new Refusal('INVALID_INPUT', { fields: { public_key: fieldTexts.invalid } })
  }
  const device_id = await deviceIdOf(game.db, caller.userId, public_key)
  const known = await findDevice(game.db.read, device_id)
  if (known !== undefined) return { device_id, ...(known.revoked_at === null ? {} : { revoked: true }) }
  count(limits.devicesRegistered, caller.userId)
  const entered = { device_id, user_id: caller.userId, public_key, registered_at: game.now() }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell('nobody')
    // Revoking ends the sessions too: a call that was on its way must not enter another device.
    const standing = db.selectFrom('sessions').where('token_hash', '=', hashSecret(session.token ?? ''))
    if ((await standing.select('token_hash').executeTakeFirst()) === undefined) throw new Refusal('NOT_AUTHENTICATED')
    await insertDevice(db, entered)
  })
  return { device_id }
}
