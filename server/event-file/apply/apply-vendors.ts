import type { Writer } from '../../db/database'
import type { Tables } from '../../db/tables'
import type { EventVendor } from '../event-schema'
import { type Change, difference, differences, orderChanges } from './changes'
import { mergeOrder } from './order'

/** Sets the point types of a booth to the listed ones. Returns the differences. */
async function setOffers(db: Writer, vendorId: string, listed: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('vendor_point_types')
    .where('vendor_id', '=', vendorId)
    .orderBy('position')
    .select(['point_type', 'position'])
    .execute()
  const before = rows.map((row) => row.point_type).join(', ')
  const after = listed.join(', ')
  if (before === after) return []
  await db.deleteFrom('vendor_point_types').where('vendor_id', '=', vendorId).execute()
  if (listed.length > 0) {
    const offers = listed.map((point_type, position) => ({ vendor_id: vendorId, point_type, position }))
    await db.insertInto('vendor_point_types').values(offers).execute()
  }
  return [difference('point_types', before, after)]
}

async function applyVendor(
  db: Writer,
  vendor: EventVendor,
  row: Tables['vendors'] | undefined,
  position: number,
): Promise<Change[]> {
  const { vendor_id: id, name } = vendor
  const values = {
    name,
    location: vendor.location ?? row?.location ?? '',
    description: vendor.description ?? row?.description ?? '',
  }
  const details = row === undefined ? [] : differences(row, values)
  if (row === undefined) {
    await db
      .insertInto('vendors')
      .values({ vendor_id: id, ...values, position })
      .execute()
  } else if (details.length > 0) {
    await db.updateTable('vendors').set(values).where('vendor_id', '=', id).execute()
  }
  const offers = vendor.point_types === undefined ? [] : await setOffers(db, id, vendor.point_types)
  if (row === undefined) return [{ sign: '+', what: 'vendor', id, details: [] }]
  const all = [...details, ...offers]
  return all.length === 0 ? [] : [{ sign: '~', what: 'vendor', id, details: all }]
}

/** Inserts and updates vendors by id, with their point types; never deletes any. */
export async function applyVendors(db: Writer, listed: readonly EventVendor[]): Promise<Change[]> {
  const rows = await db.selectFrom('vendors').selectAll().orderBy('position').orderBy('vendor_id').execute()
  const standing = new Map(rows.map((row) => [row.vendor_id, row]))
  const before = rows.map((row) => row.vendor_id)
  const order = mergeOrder(
    before,
    listed.map((vendor) => vendor.vendor_id),
  )
  const changes: Change[] = []
  for (const vendor of listed) {
    changes.push(...(await applyVendor(db, vendor, standing.get(vendor.vendor_id), order.indexOf(vendor.vendor_id))))
  }
  for (const row of rows) {
    const position = order.indexOf(row.vendor_id)
    if (position === row.position) continue
    await db.updateTable('vendors').set({ position }).where('vendor_id', '=', row.vendor_id).execute()
  }
  return [...changes, ...orderChanges('vendors', before, order)]
}
