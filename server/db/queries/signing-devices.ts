import { createHash } from 'node:crypto'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { jsonTexts } from '../json-rows'
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
  db
    .selectFrom('signing_devices')
    .leftJoin('sessions', 'sessions.token_hash', 'signing_devices.token_hash')
    .where('device_id', '=', deviceId)
    .selectAll('signing_devices')
    .select('sessions.expires_at')
    .compile(),
)

/** A device, with whether it signs nothing any more that counts by itself: it was revoked, or its session is over. */
export async function findDevice(db: Reader, deviceId: string, now: number) {
  const [found] = await device(db, { deviceId })
  if (found === undefined) return undefined
  const { expires_at, ...row } = found
  return { ...row, isRevoked: row.revoked_at !== null || expires_at === null || expires_at <= now }
}

/**
 * Enters a device, or that its key was registered again, by the session that it belongs to from now on. Returns whether it was
 * revoked meanwhile, which it stays.
 */
export async function enterDevice(
  db: Writer,
  entered: { device_id: string; user_id: string; public_key: string; token_hash: string; registered_at: number },
): Promise<boolean> {
  const { revoked_at } = await db
    .insertInto('signing_devices')
    .values({ ...entered, last_used_at: null, revoked_at: null })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ token_hash: entered.token_hash }))
    .returning('revoked_at')
    .executeTakeFirstOrThrow()
  return revoked_at !== null
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

/** Revokes the keys that belong to these sessions. */
export async function revokeKeysOf(db: Writer, tokenHashes: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('signing_devices')
    .set({ revoked_at: now })
    .where('token_hash', 'in', jsonTexts(db, JSON.stringify(tokenHashes)))
    .where('revoked_at', 'is', null)
    .execute()
}
