import type { Award, Cooldown, PointType } from '#contract/entities'
import { knownServerTime, serverNow } from '#lib/server-clock'
import { cooldownEndsAt, latestReceipt, remainingSeconds } from '#rules/cooldown'
import type { BoothAwards } from '../../api/score-queries'
import { cooldownLeft } from '../../game/booth-rows'
import { queuedMs, readClocks } from '../../offline/clocks'
import { type AwardEntry, isWaiting } from '../../offline/entry'
import type { OutboxView } from '../../offline/view'

/** The cooldown of a point type for a team, as this device knows it. */
export interface RemainingCooldown {
  /** Whole seconds left, rounded up; 0 = no cooldown. */
  readonly seconds: number
  /** True if calculated on this device, because the server can't be reached. */
  readonly predicted: boolean
  /**
   * True if a running cooldown disables the button: this device has an award waiting or has seen
   * one recorded, or the server's answer is current. An older answer only warns.
   */
  readonly forbids: boolean
}

export interface KnownAwards extends Pick<OutboxView, 'entries' | 'recorded'> {
  readonly userId: string
  /** The booth's awards as last seen, including those from before this page load. */
  readonly listed: BoothAwards | undefined
  /**
   * The server's last answer about the team's cooldowns, with its server time (ms). Without it, the
   * booth's list of awards is used.
   */
  readonly reported?: { readonly cooldowns: readonly Cooldown[]; readonly at: number } | undefined
}

interface TeamAtBooth {
  readonly team_id: string
  readonly vendor_id: string
}

/** Converts a time of the device's clock into server time (ms). */
export const serverTimeAt = (deviceTime: number): number => serverNow() - (Date.now() - deviceTime)

/**
 * Computes the cooldown of a point type for one team at `now` (ms, server time). The page's only
 * prediction of cooldowns.
 * @param connected true if the server's answer is current
 */
export function remainingCooldown(
  team: TeamAtBooth,
  pointType: PointType,
  known: KnownAwards,
  connected: boolean,
  now: number,
): RemainingCooldown {
  const { listed, recorded, reported } = known
  // Without the server's time, exclude no award: this device's clock may be wrong.
  const latest = knownServerTime() === null ? Number.POSITIVE_INFINITY : latestReceipt(now)
  const isPast = ({ received_at }: Award) => Date.parse(received_at) <= latest
  const left = (awards: readonly Award[]) =>
    remainingSeconds(freeAgainAfter(awards.filter(isPast), team, pointType), now)
  const seen = seenRecorded(known)
  // While connected, ignore awards recorded before the server's answer: another device may have
  // voided them since.
  const own = connected
    ? seen.filter(
        ({ received_at }) => reported !== undefined && Date.parse(received_at) >= reported.at,
      )
    : seen
  const waiting = known.entries.filter(
    (entry) => entry.teamId === team.team_id && entry.userId === known.userId,
  )
  const ownSeconds = Math.max(
    left(own),
    remainingSeconds(freeAfterWaiting(waiting, pointType, now), now),
  )
  const counts = ({ voided, award_id }: Award) => !(voided || recorded.get(award_id)?.voided)
  const reportedSeconds =
    reported === undefined
      ? // The list may be older than the awards that this device saw recorded.
        Math.max(left(seen), left((listed?.awards ?? []).filter(counts)))
      : cooldownLeft(reported.cooldowns, { ...team, point_type: pointType.point_type }, now)
  return {
    seconds: Math.max(reportedSeconds, ownSeconds),
    predicted: !connected,
    forbids: ownSeconds > 0 || connected,
  }
}

/** The valid awards that this device saw recorded, without duplicates. */
export function seenRecorded({
  listed,
  recorded,
}: Pick<KnownAwards, 'listed' | 'recorded'>): Award[] {
  const seen = new Map((listed?.made_here ?? []).map((award) => [award.award_id, award]))
  for (const [awardId, award] of recorded)
    if (seen.get(awardId)?.voided !== true) seen.set(awardId, award)
  return [...seen.values()].filter(({ voided }) => !voided)
}

/**
 * When these awards allow the point type for the team again (ms, server time); null if none
 * applies.
 */
export function freeAgainAfter(
  awards: readonly Award[],
  team: TeamAtBooth,
  { point_type, cooldown_seconds }: PointType,
): number | null {
  const times = awards
    .filter(
      (award) =>
        award.team_id === team.team_id &&
        award.vendor_id === team.vendor_id &&
        award.point_type === point_type,
    )
    .map(({ awarded_at }) => Date.parse(awarded_at))
  return cooldownEndsAt(times.length === 0 ? null : Math.max(...times), cooldown_seconds)
}

/**
 * The end of the cooldown caused by a team's waiting awards on this device (ms, server time); null
 * if none waits.
 * @param own this account's entries for the team
 */
export function freeAfterWaiting(
  own: readonly AwardEntry[],
  { point_type, cooldown_seconds }: PointType,
  now: number,
): number | null {
  // Count a cancelled award too if its copy was shown: if the team delivers the copy before the
  // void arrives, its cooldown refuses the next award.
  const mayCount = (entry: AwardEntry) =>
    isWaiting(entry) && (!entry.cancelled || entry.shown === true)
  const waiting = own.filter((entry) => entry.pointType === point_type && mayCount(entry))
  const ages = waiting.map((entry) => queuedMs(entry.made, readClocks()))
  return cooldownEndsAt(ages.length === 0 ? null : now - Math.min(...ages), cooldown_seconds)
}
