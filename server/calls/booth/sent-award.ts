import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '#contract/calls'
import type { Caller } from '../../call-context'
import { Refusal } from '../../refusal'

/** One award as received. */
export interface SentAward {
  readonly awardId: string
  readonly teamId: string
  readonly pointType: string
  /** The booth it was made for: the one that the device names, else the caller's. */
  readonly vendorId: string | null
  /** The booth that the device names, if any. */
  readonly claimedVendorId: string | undefined
  readonly caller: Caller
  readonly queuedMs: number
  /** ms since the epoch: receipt minus `queuedMs`. */
  readonly madeAt: number
  readonly receivedAt: number
  /** True if a device of its maker signed it, so that no other award can have taken its id. */
  readonly isSigned?: boolean
  /** True if a revoked device signed it: it may be dated back, so it comes late as if results were closed (rule 17). */
  readonly isDoubtful?: boolean
}

/** Parses an award of this caller. Throws OTHER_ACCOUNT if it was made under another account. */
export function readSentAward(input: ParsedInput<'awardPoints'>, caller: Caller, receivedAt: number): SentAward {
  if (input.user_id !== undefined && input.user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const queuedMs = input.queued_ms ?? 0
  return {
    awardId: input.award_id ?? randomUUID(),
    teamId: input.team_id,
    pointType: input.point_type,
    vendorId: input.vendor_id ?? caller.vendorId,
    claimedVendorId: input.vendor_id,
    caller,
    queuedMs,
    madeAt: receivedAt - queuedMs,
    receivedAt,
  }
}
