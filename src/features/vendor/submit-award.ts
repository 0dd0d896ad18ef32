import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award } from '#contract/entities'
import { call } from '../../api/call'
import { ApiError, hasCode } from '../../api/errors'

/** An award as its maker meant it; the id makes it one award, however often it is sent. */
export interface NewAward {
  readonly awardId: string
  readonly teamId: string
  readonly pointType: string
  readonly userId: string
  readonly vendorId: string
  /** When it was made, on the page's clock that only goes forward (`performance.now()`, ms). */
  readonly madeAt: number
}

export type AwardOutcome =
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly reason: string }
  /** Nobody knows whether it was recorded: it may be sent again under the same id. */
  | { readonly is: 'unconfirmed' }

const refusals: ReadonlySet<string> = new Set<AwardRefusalCode>(REFUSED_FOR_GOOD)

/** Sends an award once and says how it ended. Throws only where the session is over. */
export async function submitAward(award: NewAward): Promise<AwardOutcome> {
  try {
    const recorded = await call('awardPoints', {
      award_id: award.awardId,
      team_id: award.teamId,
      point_type: award.pointType,
      user_id: award.userId,
      vendor_id: award.vendorId,
      queued_ms: Math.max(0, Math.round(performance.now() - award.madeAt)),
    })
    return { is: 'recorded', award: recorded.award }
  } catch (error) {
    if (hasCode(error, 'NOT_AUTHENTICATED')) throw error
    if (error instanceof ApiError && refusals.has(error.code)) return { is: 'refused', reason: error.message }
    return { is: 'unconfirmed' }
  }
}
