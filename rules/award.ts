import { type EventWindow, isInsideEvent, isTooOld } from './award-time'
import { violatesCooldown } from './cooldown'

/** The facts that decide whether an award counts, unless it repeats a recorded award. */
export interface AwardFacts {
  readonly queuedMs: number
  /** ms since the epoch: receipt minus `queuedMs`. */
  readonly madeAt: number
  /** Whether the caller is staff of the booth that the award was made for. */
  readonly isStaffOfBooth: boolean
  /** The cooldown of the point type, in whole seconds; null if the booth does not offer the type. */
  readonly cooldownSeconds: number | null
  readonly isTeamActive: boolean
  readonly event: EventWindow
  /** Whether the booth was closed at `madeAt`. */
  readonly boothClosed: boolean
  /** Rule 17: whether results were closed when the award arrived. */
  readonly isClosed: boolean
  /**
   * Times (ms) of recorded, unvoided awards of the same booth, team and type that are close enough
   * to matter.
   */
  readonly recordedAt: readonly number[]
}

export type AwardVerdict =
  | 'RECORD'
  | 'AWARD_TOO_OLD'
  | 'FORBIDDEN'
  | 'POINT_TYPE_NOT_ALLOWED'
  | 'TEAM_NOT_FOUND'
  | 'EVENT_CLOSED'
  | 'KEPT_FOR_ORGANISER'
  | 'COOLDOWN'

/**
 * Applies permission and rules 9, 13 and 17, in the order of precedence of their codes. Once
 * results are closed, judges only facts that cannot change; the rest is judged when the organiser
 * accepts the award.
 */
export function judgeAward(facts: AwardFacts): AwardVerdict {
  if (!facts.isClosed && isTooOld(facts.queuedMs)) return 'AWARD_TOO_OLD'
  if (!facts.isStaffOfBooth) return 'FORBIDDEN'
  if (facts.cooldownSeconds === null) return 'POINT_TYPE_NOT_ALLOWED'
  if (!facts.isTeamActive) return 'TEAM_NOT_FOUND'
  if (facts.isClosed) return 'KEPT_FOR_ORGANISER'
  if (facts.boothClosed || !isInsideEvent(facts.madeAt, facts.event)) return 'EVENT_CLOSED'
  if (violatesCooldown(facts.madeAt, facts.cooldownSeconds, facts.recordedAt)) return 'COOLDOWN'
  return 'RECORD'
}

/** Fields in which a repetition must equal the recorded award. */
interface AwardContent {
  readonly user_id: string | null
  readonly team_id: string
  readonly point_type: string
  readonly vendor_id: string | null
}

/**
 * Rule 10: whether a repeated award equals the recorded one. Compares the booth only if the sender
 * names it, because the sender may have moved to another booth since.
 */
export function isSameAward(
  sent: Omit<AwardContent, 'vendor_id'> & { readonly vendor_id?: string | null | undefined },
  recorded: AwardContent,
): boolean {
  return (
    sent.user_id === recorded.user_id &&
    sent.team_id === recorded.team_id &&
    sent.point_type === recorded.point_type &&
    (sent.vendor_id === undefined || sent.vendor_id === recorded.vendor_id)
  )
}
