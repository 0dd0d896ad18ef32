import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award, AwardResult } from '#contract/entities'
import { call } from '../api/call'
import { ApiError, hasCode } from '../api/errors'
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

const isSessionCode = (code: string) => code === 'NOT_AUTHENTICATED' || code === 'OTHER_ACCOUNT'

/** What an error means for the award that was sent: only a rule, over HTTP 200, refuses for good. */
function judgeError(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { is: 'unreachable', silent: true, retryAfterMs: null }
  const { code, message, httpStatus, retryAfterMs } = error
  if (httpStatus === HTTP_OK && refusals.has(code)) return { is: 'refused', code, reason: message }
  if (isSessionCode(code)) return { is: 'other-session' }
  switch (code) {
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

/** What the server says of one award of a batch; an answer about another award says nothing of it (fault 53). */
function judgeResult(entry: OutboxEntry, result: AwardResult | undefined): SendOutcome {
  if (result === undefined || result.award_id !== entry.awardId) return { is: 'failed' }
  if (result.status === 'OK') {
    return result.award.award_id === entry.awardId ? { is: 'recorded', award: result.award } : { is: 'failed' }
  }
  if (refusals.has(result.code)) return { is: 'refused', code: result.code, reason: result.message }
  return isSessionCode(result.code) ? { is: 'other-session' } : { is: 'failed' }
}

/** Sends several awards in one call. */
async function sendMany(entries: readonly OutboxEntry[], clocks: () => Clocks): Promise<SentAwards> {
  const now = clocks()
  const { results } = await call('awardMany', { awards: entries.map((entry) => inputOf(entry, now)) })
  const outcomes = new Map<string, AwardOutcome>()
  let blocked: Blocked | null = null
  for (const [index, entry] of entries.entries()) {
    const outcome = judgeResult(entry, results[index])
    if (isBlocked(outcome)) blocked = outcome
    else outcomes.set(entry.awardId, outcome)
  }
  return { outcomes, blocked }
}

/** A server that does not know the call is asked again only after so long (ms): it may have been updated. */
const ASK_AGAIN_MS = 10 * 60_000
let oneByOneUntil = Number.NEGATIVE_INFINITY

/**
 * Sends awards in their order: all of them in one call, or the first alone where the server does not take them together
 * (fault 54). What is wrong with the call as a whole refuses none of its awards.
 */
export async function sendAwards(entries: readonly OutboxEntry[], clocks: () => Clocks): Promise<SentAwards> {
  if (entries.length <= 1 || clocks().forward < oneByOneUntil) return await sendFirst(entries, clocks)
  try {
    return await sendMany(entries, clocks)
  } catch (error) {
    if (hasCode(error, 'UNKNOWN_ACTION')) oneByOneUntil = clocks().forward + ASK_AGAIN_MS
    const outcome = judgeError(error)
    if (isBlocked(outcome)) return { outcomes: new Map(), blocked: outcome }
    return await sendFirst(entries, clocks)
  }
}
