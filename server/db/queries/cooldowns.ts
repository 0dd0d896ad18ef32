import { sql } from 'kysely'
import type { Cooldown } from '#contract/entities'
import { cooldownEndsAt, remainingSeconds } from '#rules/cooldown'
import { isoTime } from '../../time'
import { isUnvoided } from '../ledger'
import { statement } from '../statement'

/**
 * Formats the cooldown after the latest award of this booth, team and point type, which was made at
 * `latestMadeAt` (ms). If that is null, there is no cooldown.
 */
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
    available_at: isoTime(endsAt ?? now),
  }
}

/**
 * Reads all point types of a booth, each with the time of the booth's last award of it to a team.
 * Considers awards received by `receivedUntil` (ms).
 */
export const readLastGivenBy = statement(
  (db, vendorId: string, teamId: string, receivedUntil: number) =>
    db
      .selectFrom('vendor_point_types as offer')
      .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
      .where('offer.vendor_id', '=', vendorId)
      .orderBy('offer.position')
      .select(({ selectFrom }) => [
        'offer.vendor_id',
        'offer.point_type',
        'point_types.cooldown_seconds',
        // Read from the newest end of an index, so that it takes no longer for a team with many
        // awards.
        selectFrom('awards')
          .where('awards.team_id', '=', teamId)
          .whereRef('awards.vendor_id', '=', 'offer.vendor_id')
          .whereRef('awards.point_type', '=', 'offer.point_type')
          .where('awards.received_at', '<=', receivedUntil)
          .where(isUnvoided)
          .orderBy('awards.awarded_at', 'desc')
          .limit(1)
          .select('awards.awarded_at')
          .as('latest'),
      ]),
)

/** A booth's point type, with the time of its last unvoided award to a team (ms, or null). */
export type LastGiven = Awaited<ReturnType<typeof readLastGivenBy>>[number]

/**
 * Reads when each booth last gave a team each point type, if the cooldown may still run at `now`.
 * In the organiser's order of booths. Considers awards received by `receivedUntil` (ms).
 */
export const readGivenLately = statement((db, teamId: string, now: number, receivedUntil: number) =>
  db
    .selectFrom('awards')
    .innerJoin('vendor_point_types as offer', (join) =>
      join
        .onRef('offer.vendor_id', '=', 'awards.vendor_id')
        .onRef('offer.point_type', '=', 'awards.point_type'),
    )
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .where('awards.team_id', '=', teamId)
    // Skip awards older than the longest cooldown. Newer awards are together in the index by time.
    .where(
      'awards.awarded_at',
      '>',
      sql<number>`cast(${now} as bigint) - 1000 * (select max(cooldown_seconds) from point_types)`,
    )
    .where('awards.received_at', '<=', receivedUntil)
    .where(isUnvoided)
    .groupBy([
      'offer.vendor_id',
      'offer.point_type',
      'point_types.cooldown_seconds',
      'vendors.position',
      'offer.position',
    ])
    .orderBy('vendors.position')
    .orderBy('offer.position')
    .select((eb) => [
      'offer.vendor_id',
      'offer.point_type',
      'point_types.cooldown_seconds',
      eb.fn.max('awards.awarded_at').as('latest'),
    ]),
)
