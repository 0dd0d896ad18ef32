import type { Reader, Writer } from '../database'
import { statement } from '../statement'
import { revokeDevices } from './signing-devices'

/** Notes that an account moves from one booth to another; null for none. In the transaction that changes it. */
export async function noteBoothChange(
  db: Writer,
  userId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  now: number,
): Promise<void> {
  if (from === to) return
  // Also of what they signed before: nobody can tell when (fault 78).
  if (from !== null) await revokeDevices(db, userId, now)
  const { numUpdatedRows } = await db
    .updateTable('staff_history')
    .set({ until_at: now })
    .where('user_id', '=', userId)
    .where('until_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ended = from !== null && numUpdatedRows === 0n ? [{ vendor_id: from, from_at: null, until_at: now }] : []
  const begun = to !== null ? [{ vendor_id: to, from_at: now, until_at: null }] : []
  const rows = [...ended, ...begun].map((row) => ({ ...row, user_id: userId }))
  if (rows.length > 0) await db.insertInto('staff_history').values(rows).execute()
}

const times = statement<{ userId: string; vendorId: string }>()((db, { userId, vendorId }) =>
  db
    .selectFrom('users')
    .leftJoin('staff_history', (join) =>
      join.onRef('staff_history.user_id', '=', 'users.user_id').on('staff_history.vendor_id', '=', vendorId),
    )
    .where('users.user_id', '=', userId)
    .select(['users.vendor_id as current', 'staff_history.vendor_id as noted', 'from_at', 'until_at'])
    .compile(),
)

/** Whether an account was staff of a booth at a time (ms), and whether it is. Without an entry, who is staff now has always been. */
export async function readStaffTimes(db: Reader, userId: string, vendorId: string, at: number) {
  const rows = await times(db, { userId, vendorId })
  const was = rows.some(({ current, noted, from_at, until_at }) =>
    noted === null ? current === vendorId : at >= (from_at ?? at) && (until_at === null || at < until_at),
  )
  return { was, is: rows.some(({ current }) => current === vendorId) }
}

const everStaff = statement<{ userId: string }>()((db, { userId }) =>
  db
    .selectFrom('users')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('vendor_id', 'is not', null), eb('left_booth_at', 'is not', null)]))
    .select('user_id')
    .compile(),
)

/** Whether an account is or was any booth's staff. */
export const wasEverStaff = async (db: Reader, userId: string) => (await everStaff(db, { userId })).length > 0
