import { type EventWindow, isInsideEvent, isTooOld } from './award-time'
import { type CoolingAward, violatesCooldown } from './cooldown'

/** All that decides whether an award counts, once it is known to be no repetition of a recorded one. */
export interface AwardFacts {
  readonly queuedMs: number
  /** ms since the epoch: receipt minus `queuedMs`. */
  readonly madeAt: number
  /** Whether the caller is staff of the booth the award was made for. */
  readonly isStaffOfBooth: boolean
  /** The pause of the point type, in whole seconds; null where the booth does not offer the type. */
  readonly cooldownSeconds: number | null
  readonly teamStands: boolean
  readonly event: EventWindow
  /** Recorded, unvoided awards of the same booth, team and type that lie near enough to matter. */
  readonly recorded: readonly CoolingAward[]
}

export type AwardVerdict =
  | 'RECORD'
  | 'AWARD_TOO_OLD'
  | 'FORBIDDEN'
  | 'POINT_TYPE_NOT_ALLOWED'
  | 'TEAM_NOT_FOUND'
  | 'EVENT_CLOSED'
  | 'COOLDOWN'

/** Rules 9 and 13 and who may, in the order in which they are answered. */
export function judgeAward(facts: AwardFacts): AwardVerdict {
  if (isTooOld(facts.queuedMs)) return 'AWARD_TOO_OLD'
  if (!facts.isStaffOfBooth) return 'FORBIDDEN'
  if (facts.cooldownSeconds === null) return 'POINT_TYPE_NOT_ALLOWED'
  if (!facts.teamStands) return 'TEAM_NOT_FOUND'
  if (!isInsideEvent(facts.madeAt, facts.event)) return 'EVENT_CLOSED'
  if (violatesCooldown(facts.madeAt, facts.cooldownSeconds, facts.recorded)) return 'COOLDOWN'
  return 'RECORD'
}

/** What an award is, apart from when it was made. */
export interface AwardContent {
  readonly userId: string
  readonly teamId: string
  readonly pointType: string
}

/**
 * Rule 10: whether an award that came in again is the recorded one. The booth counts only where the sender names it,
 * because its maker may have moved to another booth since.
 */
export function isSameAward(
  sent: AwardContent & { readonly vendorId: string | undefined },
  recorded: AwardContent & { readonly vendorId: string | null },
): boolean {
  return (
    sent.userId === recorded.userId &&
    sent.teamId === recorded.teamId &&
    sent.pointType === recorded.pointType &&
    (sent.vendorId === undefined || sent.vendorId === recorded.vendorId)
  )
}
