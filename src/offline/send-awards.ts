import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award } from '#contract/entities'
import { call } from '../api/call'
import { ApiError } from '../api/errors'
import type { OutboxEntry } from './outbox-entry'
import { type Clocks, queuedMs } from './queued-time'

/** What the server made of one award. */
export type AwardOutcome =
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly code: string; readonly reason: string }
  /** This one could not be taken; others may be. */
  | { readonly is: 'failed' }

/** Why nothing can be sent now. */
export type Blocked =
  /** Nobody answers (silent), or the server asks for a pause. */
  | { readonly is: 'unreachable'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session is over, or another account's: this account must sign in first. */
  | { readonly is: 'other-session' }

export type SendOutcome = AwardOutcome | Blocked

/** Outcomes by award id. Awards without one were not sent yet or not answered, because of `blocked`. */
export interface SentAwards {
  readonly outcomes: ReadonlyMap<string, AwardOutcome>
  readonly blocked: Blocked | null
}

const HTTP_OK = 200
const refusals: ReadonlySet<string> = new Set<AwardRefusalCode>(REFUSED_FOR_GOOD)

function isBlocked(outcome: SendOutcome): outcome is Blocked {
  return outcome.is === 'unreachable' || outcome.is === 'other-session'
}

/** What an error means for the award that was sent: only a rule, over HTTP 200, refuses for good. */
function judgeError(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { is: 'unreachable', silent: true, retryAfterMs: null }
  const { code, message, httpStatus, retryAfterMs } = error
  if (httpStatus === HTTP_OK && refusals.has(code)) return { is: 'refused', code, reason: message }
  switch (code) {
    case 'NOT_AUTHENTICATED':
    case 'OTHER_ACCOUNT':
      return { is: 'other-session' }
    case 'TOO_MANY_REQUESTS':
    case 'UNAVAILABLE':
    case 'CLIENT_TOO_OLD':
      return { is: 'unreachable', silent: false, retryAfterMs }
    default:
      return { is: 'failed' }
  }
}

/** What an error means for a void: every answer of a rule is final, because asking again changes nothing. */
function judgeVoidError(error: unknown): SendOutcome {
  const outcome = judgeError(error)
  const final = outcome.is === 'failed' && error instanceof ApiError && error.httpStatus === HTTP_OK
  return final ? { is: 'refused', code: error.code, reason: error.message } : outcome
}

/** Voids a recorded award (rule 12); 'recorded' carries it as voided. */
export async function voidSentAward({ awardId, userId }: OutboxEntry): Promise<SendOutcome> {
  try {
    const { award } = await call('voidAward', { award_id: awardId, user_id: userId })
    return { is: 'recorded', award }
  } catch (error) {
    return judgeVoidError(error)
  }
}

function inputOf(entry: OutboxEntry, clocks: Clocks) {
  return {
    award_id: entry.awardId,
    team_id: entry.teamId,
    point_type: entry.pointType,
    user_id: entry.userId,
    vendor_id: entry.vendorId,
    queued_ms: queuedMs(entry.made, clocks),
  }
}

/** Sends one award under its own id. Only the server's answer for that very id counts as recorded. */
export async function sendAward(entry: OutboxEntry, clocks: () => Clocks): Promise<SendOutcome> {
  try {
    const { award } = await call('awardPoints', inputOf(entry, clocks()))
    return award.award_id === entry.awardId ? { is: 'recorded', award } : { is: 'failed' }
  } catch (error) {
    return judgeError(error)
  }
}

/** Sends the first of the awards alone. */
async function sendFirst(entries: readonly OutboxEntry[], clocks: () => Clocks): Promise<SentAwards> {
  const [first] = entries
  if (first === undefined) return { outcomes: new Map(), blocked: null }
  const outcome = await sendAward(first, clocks)
  if (isBlocked(outcome)) return { outcomes: new Map(), blocked: outcome }
  return { outcomes: new Map([[first.awardId, outcome]]), blocked: null }
}

/** Sends awards in their order: all of them, or as many as the server takes in one call. */
export async function sendAwards(entries: readonly OutboxEntry[], clocks: () => Clocks): Promise<SentAwards> {
  return await sendFirst(entries, clocks)
}
