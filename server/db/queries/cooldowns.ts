import type { Cooldown } from '#contract/entities'
import { cooldownEndsAt, remainingSeconds } from '#rules/cooldown'
import type { Reader } from '../database'
import { statement } from '../statement'

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

/** When a booth last gave a team one of its point types (ms); null where it never did, or voided it. */
export interface LastGiven {
  readonly vendor_id: string
  readonly point_type: string
  readonly cooldown_seconds: number
  readonly latest: number | null
}

/** What booths offer, with when one team last got it: found from the newest end of an index, however much the team has. */
function selectLastGiven(db: Reader, teamId: string) {
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

const lastGivenByAll = statement<{ teamId: string }>()((db, { teamId }) => selectLastGiven(db, teamId).compile())

const lastGivenByOne = statement<{ teamId: string; vendorId: string }>()((db, { teamId, vendorId }) =>
  selectLastGiven(db, teamId).where('offer.vendor_id', '=', vendorId).compile(),
)

/** What one team got from booths, and when it last did. */
export async function readLastGiven(db: Reader, teamId: string): Promise<LastGiven[]> {
  const rows = await lastGivenByAll(db, { teamId })
  return rows.filter(({ latest }) => latest !== null)
}

/** All that a booth offers, and when it last gave it to one team. */
export async function readLastGivenBy(db: Reader, vendorId: string, teamId: string): Promise<LastGiven[]> {
  return await lastGivenByOne(db, { teamId, vendorId })
}
