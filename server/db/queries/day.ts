import { sql } from 'kysely'
import type { Day } from '#contract/organiser-entities'
import { isoTime } from '../../time'
import type { Reader } from '../database'
import { isUnvoided } from '../ledger'

const HOUR_MS = 60 * 60 * 1000

const points = sql<number>`cast(coalesce(sum(awards.points), 0) as bigint)`.as('points')

/** Selects the unvoided entries of the ledger: booths' awards, bonuses and adjustments. */
const counted = (db: Reader) => db.selectFrom('awards').where(isUnvoided)

/** Reads the points and the number of awards by hour, by booth and by point type. */
export async function readGiven(
  db: Reader,
): Promise<Pick<Day, 'hours' | 'booths' | 'point_types'>> {
  const hour = sql<number>`awards.awarded_at / ${sql.lit(HOUR_MS)}`
  const hours = await counted(db)
    .groupBy(hour)
    .orderBy(hour)
    .select((eb) => [hour.as('hour'), eb.fn.countAll<number>().as('awards'), points])
    .execute()
  const booths = await db
    .selectFrom('vendors')
    .leftJoin(counted(db).selectAll('awards').as('awards'), 'awards.vendor_id', 'vendors.vendor_id')
    .groupBy(['vendors.vendor_id', 'vendors.name', 'vendors.position'])
    .orderBy('vendors.position')
    .orderBy('vendors.vendor_id')
    .select((eb) => [
      'vendors.vendor_id',
      'vendors.name',
      eb.fn.count<number>('awards.award_id').as('awards'),
      points,
    ])
    .select((eb) => eb.fn.count<number>('awards.team_id').distinct().as('teams'))
    .execute()
  const types = await counted(db)
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .groupBy(['point_types.point_type', 'point_types.label', 'point_types.position'])
    .orderBy('point_types.position')
    .orderBy('point_types.point_type')
    .select((eb) => [
      'point_types.point_type',
      'point_types.label',
      eb.fn.countAll<number>().as('awards'),
      points,
    ])
    .execute()
  return {
    hours: hours.map((one) => ({ ...one, hour: isoTime(one.hour * HOUR_MS) })),
    booths,
    point_types: types,
  }
}
