import { createHash } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { insertRows, statement, statementOfOne, textsOf } from '../statement'
import type { Tables } from '../tables'
import { sharedKey } from './settings'

/** The name of the key that salts device ids. Backups include the key; `reset` deletes it. */
export const DEVICE_SALT = 'device_salt'
const ID_LENGTH = 16

/**
 * Returns the salt; creates it if there is none. Call before the first backup, so that it has the
 * salt.
 */
export async function ensureDeviceSalt(db: Database): Promise<string> {
  return await sharedKey(db, DEVICE_SALT, () => randomId(130))
}

/**
 * Derives a device's id from its person and its key. After a `restore` from a backup that lacks the
 * device, it registers again under the same id, so vouchers that name the id are valid again. After
 * a `reset` ids differ, so that vouchers of the rehearsal are invalid.
 */
export async function deviceIdOf(db: Database, userId: string, publicKey: string): Promise<string> {
  const salt = await ensureDeviceSalt(db)
  return createHash('sha256')
    .update(`${salt}\n${userId}\n${publicKey}`)
    .digest('base64url')
    .slice(0, ID_LENGTH)
}

const device = statementOfOne((db, deviceId: string) =>
  db
    .selectFrom('signing_devices')
    .leftJoin('sessions', 'sessions.token_hash', 'signing_devices.token_hash')
    .where('device_id', '=', deviceId)
    .selectAll('signing_devices')
    .select('sessions.expires_at'),
)

/** Finds a device. `isRevoked` is also true if its session has ended. */
export async function findDevice(db: Reader, deviceId: string, now: number) {
  const found = await device(db, deviceId)
  if (found === undefined) return undefined
  const { expires_at, ...row } = found
  return { ...row, isRevoked: row.revoked_at !== null || expires_at === null || expires_at <= now }
}

/**
 * Stores a device, or the new session of a known device. Returns whether the device is revoked,
 * which stays so for good.
 */
export async function enterDevice(
  db: Writer,
  entered: {
    device_id: string
    user_id: string
    public_key: string
    token_hash: string
    registered_at: number
  },
): Promise<boolean> {
  const { revoked_at } = await db
    .insertInto('signing_devices')
    .values({ ...entered, last_used_at: null, revoked_at: null })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ token_hash: entered.token_hash }),
    )
    .returning('revoked_at')
    .executeTakeFirstOrThrow()
  return revoked_at !== null
}

export async function recordDeviceUse(db: Writer, deviceId: string, now: number): Promise<void> {
  await db
    .updateTable('signing_devices')
    .set({ last_used_at: now })
    .where('device_id', '=', deviceId)
    .execute()
}

/**
 * Revokes keys. Vouchers that they signed then wait for the organiser (rule 17), because a thief
 * could backdate vouchers.
 */
export async function revokeDevices(
  db: Writer,
  now: number,
  which: (devices: ExpressionBuilder<Tables, 'signing_devices'>) => Expression<SqlBool>,
): Promise<void> {
  await db
    .updateTable('signing_devices')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where(which)
    .execute()
}

interface BoothChange {
  readonly userId: string
  /** null for none. */
  readonly from: string | null
  readonly to: string | null
}

/**
 * Records accounts' moves between booths, in the transaction that moves them. Runs three
 * statements, however many accounts move.
 */
export async function recordBoothChanges(
  db: Writer,
  changes: readonly BoothChange[],
  now: number,
): Promise<void> {
  const moved = changes.filter(({ from, to }) => from !== to)
  if (moved.length === 0) return
  const idsOf = (list: readonly BoothChange[]) => list.map(({ userId }) => userId)
  const left = moved.filter(({ from }) => from !== null)
  // This also concerns vouchers that they signed while they were staff, because nobody can prove
  // when a voucher was signed (fault 78).
  await revokeDevices(db, now, (eb) => eb('user_id', 'in', textsOf(db, idsOf(left))))
  const ended = await db
    .updateTable('staff_history')
    .set({ until_at: now })
    .where('user_id', 'in', textsOf(db, idsOf(moved)))
    .where('until_at', 'is', null)
    .returning('user_id')
    .execute()
  const recorded = new Set(ended.map(({ user_id }) => user_id))
  const rows = moved.flatMap(({ userId: user_id, from, to }) => [
    ...(from !== null && !recorded.has(user_id)
      ? [{ user_id, vendor_id: from, from_at: null, until_at: now }]
      : []),
    ...(to === null ? [] : [{ user_id, vendor_id: to, from_at: now, until_at: null }]),
  ])
  await insertRows(db, 'staff_history', rows)
}

const times = statement((db, userId: string, vendorId: string) =>
  db
    .selectFrom('users')
    .leftJoin('staff_history', (join) =>
      join
        .onRef('staff_history.user_id', '=', 'users.user_id')
        .on('staff_history.vendor_id', '=', vendorId),
    )
    .where('users.user_id', '=', userId)
    .select([
      'users.vendor_id as current',
      'staff_history.vendor_id as recorded',
      'from_at',
      'until_at',
    ]),
)

/**
 * Reads whether an account was staff of a booth at a time (ms), and whether it is staff now.
 * Current staff without a row in `staff_history` count as staff at any time.
 */
export async function readStaffTimes(db: Reader, userId: string, vendorId: string, at: number) {
  const rows = await times(db, userId, vendorId)
  const wasStaff = rows.some(({ current, recorded, from_at, until_at }) =>
    recorded === null
      ? current === vendorId
      : at >= (from_at ?? at) && (until_at === null || at < until_at),
  )
  return { wasStaff, isStaff: rows.some(({ current }) => current === vendorId) }
}

const everStaff = statementOfOne((db, userId: string) =>
  db
    .selectFrom('users')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('vendor_id', 'is not', null), eb('left_booth_at', 'is not', null)]))
    .select('user_id'),
)

/** Whether an account is or was any booth's staff. */
export const wasEverStaff = async (db: Reader, userId: string) =>
  (await everStaff(db, userId)) !== undefined
