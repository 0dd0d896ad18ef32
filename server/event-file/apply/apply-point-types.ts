import { ADJUSTMENT_TYPE } from '#contract/entities'
import type { Writer } from '../../db/database'
import type { EventPointType } from '../event-schema'
import { type Change, differences, orderChanges } from './changes'
import { mergeOrder } from './order'

/** Inserts and updates point types by id; never deletes any. */
export async function applyPointTypes(db: Writer, listed: readonly EventPointType[]): Promise<Change[]> {
  const rows = await db
    .selectFrom('point_types')
    .selectAll()
    // The type of the organiser's adjustments is in no file.
    .where('point_type', '<>', ADJUSTMENT_TYPE)
    .orderBy('position')
    .orderBy('point_type')
    .execute()
  const standing = new Map(rows.map((row) => [row.point_type, row]))
  const before = rows.map((row) => row.point_type)
  const order = mergeOrder(
    before,
    listed.map((type) => type.point_type),
  )
  const changes: Change[] = []

  for (const { point_type, label, points, cooldown_seconds } of listed) {
    const row = standing.get(point_type)
    const values = { label, points, cooldown_seconds }
    if (row === undefined) {
      await db
        .insertInto('point_types')
        .values({ point_type, ...values, position: order.indexOf(point_type) })
        .execute()
      changes.push({ sign: '+', what: 'point_type', id: point_type, details: [] })
      continue
    }
    const details = differences(row, values)
    if (details.length === 0) continue
    await db.updateTable('point_types').set(values).where('point_type', '=', point_type).execute()
    changes.push({ sign: '~', what: 'point_type', id: point_type, details })
  }

  for (const row of rows) {
    const position = order.indexOf(row.point_type)
    if (position === row.position) continue
    await db.updateTable('point_types').set({ position }).where('point_type', '=', row.point_type).execute()
  }
  return [...changes, ...orderChanges('point_types', before, order)]
}
