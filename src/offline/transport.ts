import { awardMany, awardPoints, voidAward } from '#contract/calls/booth'
import { scan } from '#contract/calls/scan'
import { currentUser } from '#contract/calls/sign-in'
import { deliver } from '#contract/calls/voucher'
import { type AwardRefusalCode, type Code, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award, AwardResult, Nfc } from '#contract/entities'
import type { call as pageCall } from '../api/call'
import { ApiError, isRefusal } from '../api/errors'
import { type Clocks, queuedMs } from './clocks'
import { type Blocked, blockedBy, isSessionCode } from './drain-scheduler'
import type { AwardEntry, CopyEntry, LoneEntry, ScanEntry } from './entry'

export type AwardOutcome =
  | { readonly kind: 'recorded'; readonly award: Award }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  /** This award failed and is retried later; others may succeed. */
  | { readonly kind: 'failed' }

export type SendOutcome = AwardOutcome | Blocked

/**
 * Outcomes by award id. An award without an outcome was not sent, or got none because of `blocked`.
 */
export interface SentAwards {
  readonly outcomes: ReadonlyMap<string, AwardOutcome>
  readonly blocked: Blocked | null
}

/** The server's answer to a scan or a copy that it accepted. */
export type LoneAnswer =
  | { readonly kind: 'scan'; readonly nfc: Nfc }
  | { readonly kind: 'copy'; readonly award: Award }

/** The server decided: `remaining` stays on the device (null: nothing). */
interface Decided {
  readonly kind: 'decided'
  readonly remaining: LoneEntry | null
  readonly answer: LoneAnswer | null
}

/** `failed`: this entry failed and is retried later; others may succeed. */
type LoneOutcome = Decided | { readonly kind: 'failed' } | Blocked

/** Sends entries to the server. */
export interface Transport {
  /**
   * Sends awards in order in one call. An error of the whole call refuses none of them: the first
   * is then sent alone, so that one bad award does not block those behind it. If somebody took an
   * award's id from its copy and used it, the award is resent once with that copy, which proves its
   * owner. A worker cannot sign, so such an award waits for a page.
   */
  readonly send: (entries: readonly AwardEntry[]) => Promise<SentAwards>
  /**
   * Voids an award that was cancelled after it had been sent (rule 12). A 'recorded' outcome has
   * the voided award.
   */
  readonly voidAward: (entry: AwardEntry) => Promise<SendOutcome>
  /**
   * Sends a scan or a copy. The server counts each once (rules 10 and 11), so page and worker may
   * both send it.
   */
  readonly sendLone: (entry: LoneEntry) => Promise<LoneOutcome>
}

const refusals: ReadonlySet<string> = new Set<AwardRefusalCode>(REFUSED_FOR_GOOD)

function isBlocked(outcome: SendOutcome): outcome is Blocked {
  return outcome.kind === 'later' || outcome.kind === 'other-session'
}

/** These codes block all entries for now; any other code fails only its own entry. */
const BLOCKING: ReadonlySet<string> = new Set<Code>([
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'CLIENT_TOO_OLD',
])

/** Maps an error to an award's outcome. Only a rule's refusal, over HTTP 200, is final. */
function judgeError(error: unknown): SendOutcome {
  if (!(error instanceof ApiError) || isSessionCode(error.code) || BLOCKING.has(error.code))
    return blockedBy(error)
  if (isRefusal(error) && refusals.has(error.code))
    return { kind: 'refused', code: error.code, reason: error.message }
  return { kind: 'failed' }
}

/**
 * Maps an error to a void's outcome. Every refusal by a rule is final, because a retry changes
 * nothing.
 */
function judgeVoidError(error: unknown): SendOutcome {
  const outcome = judgeError(error)
  return outcome.kind === 'failed' && isRefusal(error)
    ? { kind: 'refused', code: error.code, reason: error.message }
    : outcome
}

/**
 * The outcome of one award in a batch. A result with another award's id counts as failed (fault
 * 53).
 */
function judgeResult(entry: AwardEntry, result: AwardResult | undefined): SendOutcome {
  if (result === undefined || result.award_id !== entry.awardId) return { kind: 'failed' }
  if (result.status === 'OK') {
    return result.award.award_id === entry.awardId
      ? { kind: 'recorded', award: result.award }
      : { kind: 'failed' }
  }
  if (refusals.has(result.code))
    return { kind: 'refused', code: result.code, reason: result.message }
  return isSessionCode(result.code) ? { kind: 'other-session' } : { kind: 'failed' }
}

/** Splits the outcomes into those of awards and the one that blocks the others. */
function splitOutcomes(outcomes: readonly (readonly [AwardEntry, SendOutcome])[]): SentAwards {
  const decided = new Map<string, AwardOutcome>()
  let blocked: Blocked | null = null
  for (const [{ awardId }, outcome] of outcomes) {
    if (isBlocked(outcome)) blocked = outcome
    else decided.set(awardId, outcome)
  }
  return { outcomes: decided, blocked }
}

function awardInput(entry: AwardEntry, clocks: Clocks) {
  return {
    award_id: entry.awardId,
    team_id: entry.teamId,
    point_type: entry.pointType,
    user_id: entry.userId,
    vendor_id: entry.vendorId,
    queued_ms: queuedMs(entry.made, clocks),
  }
}

const TAKEN: Code = 'AWARD_CONFLICT'

const keepEntry = (remaining: LoneEntry | null): Decided => ({
  kind: 'decided',
  remaining,
  answer: null,
})

/** True for codes that are not final: another session or version of app or server may succeed. */
const isUndecided = (code: string) =>
  isSessionCode(code) || code === 'CLIENT_TOO_OLD' || code === 'UNKNOWN_ACTION'

/** Maps an undecided error to the outcome of a scan or a copy. */
function judgeUndecided(error: unknown): LoneOutcome {
  const isOfThisEntry =
    error instanceof ApiError && !isUndecided(error.code) && !BLOCKING.has(error.code)
  return isOfThisEntry ? { kind: 'failed' } : blockedBy(error)
}

/**
 * If the server asks for a longer delay than this (ms), it means only this one copy, which is late:
 * other entries need not wait.
 */
const LONG_MS = 60_000
/** When each delayed copy may be sent (ms, `performance.now()`). Others are sent meanwhile. */
const delayedUntil = new Map<string, number>()

/**
 * Sends entries as the account of one device.
 * @param sign makes an award's copy; null if the device has no key
 */
export function createTransport(
  clocks: () => Clocks,
  call: typeof pageCall,
  sign?: (entry: AwardEntry) => Promise<string | null>,
): Transport {
  /**
   * Sends one award under its own id. It counts as recorded only if the response names the same id.
   */
  async function sendOne(entry: AwardEntry, voucher?: string): Promise<SendOutcome> {
    try {
      const { award } = await call(awardPoints, { ...awardInput(entry, clocks()), voucher })
      return award.award_id === entry.awardId ? { kind: 'recorded', award } : { kind: 'failed' }
    } catch (error) {
      return judgeError(error)
    }
  }

  /** Sends an award with its copy; null if the device has no key. */
  async function sendWithCopy(entry: AwardEntry): Promise<SendOutcome | null> {
    const voucher = await sign?.(entry).catch(() => undefined)
    if (voucher === null) return null
    return voucher === undefined ? { kind: 'failed' } : await sendOne(entry, voucher)
  }

  async function sendTogether(entries: readonly AwardEntry[]): Promise<SentAwards> {
    const [first] = entries
    if (first === undefined) return { outcomes: new Map(), blocked: null }
    if (entries.length > 1) {
      try {
        const now = clocks()
        const { results } = await call(awardMany, {
          awards: entries.map((entry) => awardInput(entry, now)),
        })
        return splitOutcomes(
          entries.map((entry, index) => [entry, judgeResult(entry, results[index])]),
        )
      } catch (error) {
        const outcome = judgeError(error)
        if (isBlocked(outcome)) return { outcomes: new Map(), blocked: outcome }
      }
    }
    return splitOutcomes([[first, await sendOne(first)]])
  }

  async function sendScan(entry: ScanEntry): Promise<LoneOutcome> {
    try {
      const queued_ms = queuedMs(entry.made, clocks())
      const { nfc } = await call(scan, {
        nfc_id: entry.nfcId,
        user_id: entry.userId,
        queued_ms,
        ...entry.proof,
      })
      const isFree = nfc.nfc_type === 'team' && nfc.team === null
      const remaining: ScanEntry | null = isFree ? { ...entry, fate: { is: 'free-tag' } } : null
      return { kind: 'decided', remaining, answer: { kind: 'scan', nfc } }
    } catch (error) {
      if (!isRefusal(error) || isUndecided(error.code)) return judgeUndecided(error)
      // Keep the scan: once its user has a team, they may be unable to touch the tag again.
      if (entry.proof !== undefined && error.code === 'NOT_IN_TEAM') return keepEntry(entry)
      return keepEntry({ ...entry, fate: { is: 'refused', reason: error.message } })
    }
  }

  /**
   * Maps an error to a copy's outcome. Rejects if the current user is needed and cannot be fetched.
   */
  async function judgeCopy(entry: CopyEntry, error: unknown): Promise<LoneOutcome> {
    if (!isRefusal(error) || isUndecided(error.code)) return judgeUndecided(error)
    if (error.code !== 'FORBIDDEN')
      return keepEntry({
        ...entry,
        fate: { is: 'refused', reason: error.message, code: error.code },
      })
    const { user } = await call(currentUser, {})
    // Meanwhile another account has signed in, in another tab.
    if (user.id !== entry.userId) return { kind: 'other-session' }
    // The user is not in the copy's team: this phone cannot deliver it.
    return keepEntry(
      user.team?.team_id === entry.teamId ? { ...entry, fate: { is: 'notByStaff' } } : null,
    )
  }

  async function sendCopy(entry: CopyEntry): Promise<LoneOutcome> {
    if ((delayedUntil.get(entry.voucher) ?? 0) > performance.now()) return keepEntry(entry)
    try {
      const { award } = await call(deliver, { voucher: entry.voucher })
      if (award.voided) return keepEntry({ ...entry, fate: { is: 'voided' } })
      return { kind: 'decided', remaining: null, answer: { kind: 'copy', award } }
    } catch (error) {
      const waitMs =
        error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS'
          ? (error.retryAfterMs ?? 0)
          : 0
      if (waitMs <= LONG_MS) return await judgeCopy(entry, error).catch(judgeUndecided)
      delayedUntil.set(entry.voucher, performance.now() + waitMs)
      return keepEntry(entry)
    }
  }

  return {
    async send(entries) {
      const { outcomes, blocked: stopped } = await sendTogether(entries)
      const proven = new Map(outcomes)
      let blocked = stopped
      for (const entry of entries) {
        const outcome = outcomes.get(entry.awardId)
        if (entry.shown !== true || outcome?.kind !== 'refused' || outcome.code !== TAKEN) continue
        const again = await sendWithCopy(entry)
        if (again === null) continue
        if (isBlocked(again)) {
          blocked ??= again
          proven.delete(entry.awardId)
        } else proven.set(entry.awardId, again)
      }
      return { outcomes: proven, blocked }
    },
    async voidAward({ awardId, userId, cancelMade }) {
      const queued_ms = cancelMade === undefined ? undefined : queuedMs(cancelMade, clocks())
      try {
        const { award } = await call(voidAward, { award_id: awardId, user_id: userId, queued_ms })
        return { kind: 'recorded', award }
      } catch (error) {
        return judgeVoidError(error)
      }
    },
    sendLone: (entry) => (entry.kind === 'scan' ? sendScan(entry) : sendCopy(entry)),
  }
}
