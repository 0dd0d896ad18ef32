import type { Award, PointType } from '#contract/entities'
import type { BoothAwards } from '../../api/merging-queries'
import { readClocks } from '../../offline/clock/clocks'
import { queuedMs } from '../../offline/clock/queued-time'
import { isWaiting, type OutboxEntry } from '../../offline/outbox/outbox-entry'
import type { OutboxView } from '../../offline/outbox/outbox-view'

interface Sources {
  /** The booth's awards as last seen, from before this page was loaded too. */
  readonly listed: BoothAwards | undefined
  /** Awards confirmed since this page was loaded. */
  readonly recorded: OutboxView['recorded']
}

/** The awards that this device has seen recorded and that count, each once. */
export function seenRecorded({ listed, recorded }: Sources): Award[] {
  const seen = new Map((listed?.made_here ?? []).map((award) => [award.award_id, award]))
  for (const [awardId, award] of recorded) if (seen.get(awardId)?.voided !== true) seen.set(awardId, award)
  return [...seen.values()].filter(({ voided }) => !voided)
}

/** When the point type may be given to the team again after these awards (ms, server time); null if none concerns it. */
export function freeAgainAfter(
  awards: readonly Award[],
  team: { readonly team_id: string; readonly vendor_id: string },
  { point_type, cooldown_seconds }: PointType,
): number | null {
  const times = awards
    .filter((award) => award.team_id === team.team_id && award.vendor_id === team.vendor_id && award.point_type === point_type)
    .map(({ awarded_at }) => Date.parse(awarded_at))
  return times.length === 0 ? null : Math.max(...times) + cooldown_seconds * 1000
}

/**
 * When the cooldown after a team's awards that wait on this device ends (ms, server time); null if none waits.
 * @param own this account's entries for the team
 */
export function freeAfterWaiting(
  own: readonly OutboxEntry[],
  { point_type, cooldown_seconds }: PointType,
  now: number,
): number | null {
  const waiting = own.filter((entry) => entry.pointType === point_type && isWaiting(entry) && !entry.cancelled)
  const ages = waiting.map((entry) => queuedMs(entry.made, readClocks()))
  return ages.length === 0 ? null : now - Math.min(...ages) + cooldown_seconds * 1000
}
