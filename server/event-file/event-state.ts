import type { Reader, Writer } from '../db/database'
import { readMark, readSettings } from '../db/queries/settings'
import type { KnownEvent } from './file-checks'

/** Whether the organiser or the demo has entered anything yet. */
export async function hasEvent(db: Reader | Writer): Promise<boolean> {
  for (const table of ['vendors', 'point_types', 'tags', 'settings'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

export async function isDemoEvent(db: Reader | Writer): Promise<boolean> {
  return (await readMark(db, 'demo')) !== null
}

/** The existing rows that an event file may refer to. */
export async function readKnownEvent(db: Reader | Writer): Promise<KnownEvent> {
  const vendors = await db.selectFrom('vendors').select('vendor_id').execute()
  const pointTypes = await db.selectFrom('point_types').select('point_type').execute()
  const { startsAt, endsAt } = await readSettings(db)
  return {
    vendorIds: new Set(vendors.map((row) => row.vendor_id)),
    pointTypes: new Set(pointTypes.map((row) => row.point_type)),
    startsAt,
    endsAt,
  }
}
