import { calls } from '#contract/calls'
import { revokeDevices } from '../db/queries/signing-devices'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

/** What a lost device signed, and a team delivers from now on, waits for the organiser. */
export async function revokeDevice(game: CorrectionGame, by: By, deviceId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.revokeDevice.touches })
    const device = await db.selectFrom('signing_devices').where('device_id', '=', deviceId).selectAll().executeTakeFirst()
    if (device === undefined) throw new Refusal('USER_NOT_FOUND')
    if (device.revoked_at !== null) return
    await revokeDevices(db, device.user_id, now, deviceId)
    await audit(db, now, by, { what: 'revoke_device', person_id: device.user_id })
  })
}
