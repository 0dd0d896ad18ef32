import type { Reader, Writer } from '../database'

/** What a booth gives for a point type; undefined where it does not offer it. */
export async function findOffer(
  db: Reader | Writer,
  vendorId: string,
  pointType: string,
): Promise<{ points: number; cooldown_seconds: number } | undefined> {
  return await db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .where('offer.vendor_id', '=', vendorId)
    .where('offer.point_type', '=', pointType)
    .select(['point_types.points', 'point_types.cooldown_seconds'])
    .executeTakeFirst()
}
