import { createHash } from 'node:crypto'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { statement } from '../statement'
import { sharedKey } from './server-keys'

/** Ids of devices are derived with it. A backup carries it; `reset` deletes it. */
export const DEVICE_SALT = 'device_salt'
const ID_LENGTH = 16

/** Before any backup is made that would lack it. */
export async function ensureDeviceSalt(db: Database): Promise<string> {
  return await sharedKey(db, DEVICE_SALT, () => randomId(130))
}

/**
 * The same for the same key of the same person, also where the server forgot the device: vouchers that name it hold again once it
 * has registered after a `restore`. After a `reset` it is another, so that vouchers of the rehearsal hold no more.
 */
export async function deviceIdOf(db: Database, userId: string, publicKey: string): Promise<string> {
  const salt = await ensureDeviceSalt(db)
  return createHash('sha256').update(`${salt}\n${userId}\n${publicKey}`).digest('base64url').slice(0, ID_LENGTH)
}

const device = statement<{ deviceId: string }>()((db, { deviceId }) =>
  db.selectFrom('signing_devices').where('device_id', '=', deviceId).selectAll().compile(),
)

export async function findDevice(db: Reader, deviceId: string) {
  const [found] = await device(db, { deviceId })
  return found
}

/** Enters a device. One that is known stays as it is. */
export async function insertDevice(
  db: Writer,
  entered: { device_id: string; user_id: string; public_key: string; registered_at: number },
): Promise<void> {
  await db
    .insertInto('signing_devices')
    .values({ ...entered, token_hash: null, last_used_at: null, revoked_at: null })
    .onConflict((conflict) => conflict.column('device_id').doNothing())
    .execute()
}

export async function noteDeviceUse(db: Writer, deviceId: string, now: number): Promise<void> {
  await db.updateTable('signing_devices').set({ last_used_at: now }).where('device_id', '=', deviceId).execute()
}

/** Revokes what a person's devices sign, or one of them: vouchers that arrive from now on may be dated back by a thief. */
export async function revokeDevices(db: Writer, userId: string, now: number, deviceId?: string): Promise<void> {
  await db
    .updateTable('signing_devices')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
    .execute()
}
