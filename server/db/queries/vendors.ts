import type { Vendor } from '#contract/entities'
import type { Reader, Writer } from '../database'

/** All booths with their point types, in the organiser's order. */
export async function readVendors(db: Reader): Promise<Vendor[]> {
  const vendors = await db.selectFrom('vendors').selectAll().orderBy('position').orderBy('vendor_id').execute()
  const offers = await db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .orderBy('offer.position')
    .select(['offer.vendor_id', 'offer.point_type', 'point_types.label', 'point_types.points', 'point_types.cooldown_seconds'])
    .execute()
  return vendors.map(({ position: _position, ...vendor }) => ({
    ...vendor,
    point_types: offers.filter((offer) => offer.vendor_id === vendor.vendor_id).map(({ vendor_id: _vendor, ...type }) => type),
  }))
}

/** For news that concern every booth. */
export async function readVendorIds(db: Reader | Writer): Promise<string[]> {
  return (await db.selectFrom('vendors').select('vendor_id').execute()).map(({ vendor_id }) => vendor_id)
}
