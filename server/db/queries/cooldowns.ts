import type { Cooldown } from '#contract/entities'
import { type CoolingAward, cooldownEndsAt, remainingSeconds } from '#rules/cooldown'
import type { Reader, Writer } from '../database'

/** Unvoided awards of one (vendor, team, point type) that were made between two moments (ms), both included. */
export async function readCoolingAwards(
  db: Reader | Writer,
  scope: { vendorId: string; teamId: string; pointType: string },
  from: number,
  to: number,
): Promise<CoolingAward[]> {
  const rows = await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('voids.award_id', 'is', null)
    .where('awards.vendor_id', '=', scope.vendorId)
    .where('awards.team_id', '=', scope.teamId)
    .where('awards.point_type', '=', scope.pointType)
    .where('awards.awarded_at', '>=', from)
    .where('awards.awarded_at', '<=', to)
    .select('awards.awarded_at')
    .execute()
  return rows.map((row) => ({ madeAt: row.awarded_at }))
}

/** The pause of every point type that booths offer, for one team; 0 seconds where it is free. Narrowed to one booth where given. */
export async function readCooldowns(
  db: Reader | Writer,
  teamId: string,
  now: number,
  vendorId: string | null,
): Promise<Cooldown[]> {
  const rows = await db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('awards')
          .leftJoin('voids', 'voids.award_id', 'awards.award_id')
          .where('voids.award_id', 'is', null)
          .where('awards.team_id', '=', teamId)
          .groupBy(['awards.vendor_id', 'awards.point_type'])
          .select((sub) => ['awards.vendor_id', 'awards.point_type', sub.fn.max('awards.awarded_at').as('latest')])
          .as('given'),
      (join) => join.onRef('given.vendor_id', '=', 'offer.vendor_id').onRef('given.point_type', '=', 'offer.point_type'),
    )
    .$if(vendorId !== null, (query) => query.where('offer.vendor_id', '=', vendorId))
    .orderBy('vendors.position')
    .orderBy('offer.position')
    .select(['offer.vendor_id', 'offer.point_type', 'point_types.cooldown_seconds', 'given.latest'])
    .execute()
  return rows.map((row) => {
    const endsAt = cooldownEndsAt(row.latest, row.cooldown_seconds)
    return {
      vendor_id: row.vendor_id,
      team_id: teamId,
      point_type: row.point_type,
      remaining_seconds: remainingSeconds(endsAt, now),
      available_at: new Date(endsAt ?? now).toISOString(),
    }
  })
}
