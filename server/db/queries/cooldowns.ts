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

/** When a booth last gave a team one of its point types (ms); null where it never did, or voided it. */
export interface LastGiven {
  readonly vendor_id: string
  readonly point_type: string
  readonly cooldown_seconds: number
  readonly latest: number | null
}

/** What booths offer, with when one team last got it: found from the newest end of an index, however much the team has. */
function selectLastGiven(db: Reader | Writer, teamId: string) {
  return db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .orderBy('vendors.position')
    .orderBy('offer.position')
    .select(({ selectFrom }) => [
      'offer.vendor_id',
      'offer.point_type',
      'point_types.cooldown_seconds',
      selectFrom('awards')
        .where('awards.team_id', '=', teamId)
        .whereRef('awards.vendor_id', '=', 'offer.vendor_id')
        .whereRef('awards.point_type', '=', 'offer.point_type')
        .where(({ not, exists, selectFrom: from, lit }) =>
          not(exists(from('voids').whereRef('voids.award_id', '=', 'awards.award_id').select(lit(1).as('one')))),
        )
        .orderBy('awards.awarded_at', 'desc')
        .limit(1)
        .select('awards.awarded_at')
        .as('latest'),
    ])
}

export function showCooldown(
  team_id: string,
  { vendor_id, point_type, cooldown_seconds, latest }: LastGiven,
  now: number,
): Cooldown {
  const endsAt = cooldownEndsAt(latest, cooldown_seconds)
  const available_at = new Date(endsAt ?? now).toISOString()
  return { vendor_id, team_id, point_type, remaining_seconds: remainingSeconds(endsAt, now), available_at }
}

/** The pause of every point type of a booth for one team; 0 seconds where it is free. */
export async function readCooldowns(
  db: Reader | Writer,
  teamId: string,
  now: number,
  vendorId: string | null,
): Promise<Cooldown[]> {
  const rows = await selectLastGiven(db, teamId).where('offer.vendor_id', '=', vendorId).execute()
  return rows.map((row) => showCooldown(teamId, row, now))
}

/** What one team ever got from booths, and when it last did. */
export async function readLastGiven(db: Reader, teamId: string): Promise<LastGiven[]> {
  const rows = await selectLastGiven(db, teamId).execute()
  return rows.filter(({ latest }) => latest !== null)
}
