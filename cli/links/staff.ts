import type { Reader } from '#server/db/database'
import { BY_NICKNAME } from '#server/db/queries/accounts'
import { Failure } from '#server/failure'

/** Staff in the order of their booths on screen; without the blocked, whom a link would not sign in. */
async function readStaff(db: Reader) {
  return await db
    .selectFrom('users')
    .innerJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.blocked_at', 'is', null)
    .orderBy('vendors.position')
    .orderBy('vendors.vendor_id')
    .orderBy(BY_NICKNAME)
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.mobile'])
    .select(['vendors.vendor_id', 'vendors.name as vendor_name'])
    .execute()
}
export type StaffMember = Awaited<ReturnType<typeof readStaff>>[number]

/** The staff of one booth or of all. Throws `Failure` if there is nobody. */
export async function findStaff(db: Reader, vendorId: string | undefined): Promise<readonly StaffMember[]> {
  const staff = (await readStaff(db)).filter(({ vendor_id }) => vendorId === undefined || vendor_id === vendorId)
  if (staff.length > 0) return staff
  if (vendorId === undefined) throw new Failure('No booth has staff yet; name them in the event file and apply it.')
  const vendors = await db.selectFrom('vendors').orderBy('position').select('vendor_id').execute()
  const known = vendors.map(({ vendor_id }) => vendor_id)
  if (known.includes(vendorId)) throw new Failure(`The booth "${vendorId}" has no staff who may sign in.`)
  throw new Failure(`There is no booth "${vendorId}"; the event knows ${known.length === 0 ? 'none yet' : known.join(', ')}.`)
}
