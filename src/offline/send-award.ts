import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award } from '#contract/entities'
import { call } from '../api/call'
import { ApiError } from '../api/errors'
import type { SendOutcome } from './drain'
import { learnServerTime } from './learn-server-time'
import type { OutboxEntry } from './outbox-entry'
import { type Clocks, queuedMs } from './queued-time'

const HTTP_OK = 200
const refusals: ReadonlySet<string> = new Set<AwardRefusalCode>(REFUSED_FOR_GOOD)

/** What an answer other than the award's own means for it: refused for good only by a rule, over HTTP 200. */
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

/** What the server's no means for taking an award back: after a rule's word nothing changes by asking again. */
function judgeUndoError(error: unknown): SendOutcome {
  const outcome = judgeError(error)
  const final = outcome.is === 'failed' && error instanceof ApiError && error.httpStatus === HTTP_OK
  return final ? { is: 'refused', code: error.code, reason: error.message } : outcome
}

/** Takes back an award that is recorded (rule 12). */
export async function undoAward({ awardId, userId }: OutboxEntry, onRecorded: (award: Award) => void): Promise<SendOutcome> {
  try {
    const { award } = await call('voidAward', { award_id: awardId, user_id: userId })
    onRecorded(award)
    return { is: 'recorded' }
  } catch (error) {
    return judgeUndoError(error)
  }
}

/** Sends one waiting award under its own id. Only the server's answer for that very id counts as recorded. */
export async function sendAward(
  entry: OutboxEntry,
  clocks: () => Clocks,
  onRecorded: (award: Award) => void,
): Promise<SendOutcome> {
  try {
    await learnServerTime(entry.made, clocks())
    const { award } = await call('awardPoints', {
      award_id: entry.awardId,
      team_id: entry.teamId,
      point_type: entry.pointType,
      user_id: entry.userId,
      vendor_id: entry.vendorId,
      queued_ms: queuedMs(entry.made, clocks()),
    })
    if (award.award_id !== entry.awardId) return { is: 'failed' }
    onRecorded(award)
    return { is: 'recorded' }
  } catch (error) {
    return judgeError(error)
  }
}
