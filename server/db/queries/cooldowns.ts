import type { Cooldown } from '#contract/entities'
import { cooldownEndsAt, remainingSeconds } from '#rules/cooldown'
import type { Reader, Writer } from '../database'

/** A pause after the latest award of a (vendor, team, point type); over where there was none. */
export function showCooldown(
  scope: Pick<Cooldown, 'vendor_id' | 'team_id' | 'point_type'>,
  cooldownSeconds: number,
  latestMadeAt: number | null,
  now: number,
): Cooldown {
  const endsAt = cooldownEndsAt(latestMadeAt, cooldownSeconds)
  return {
    ...scope,
    remaining_seconds: remainingSeconds(endsAt, now),
    available_at: new Date(endsAt ?? now).toISOString(),
  }
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
  return rows.map(({ vendor_id, point_type, cooldown_seconds, latest }) =>
    showCooldown({ vendor_id, team_id: teamId, point_type }, cooldown_seconds, latest, now),
  )
}
