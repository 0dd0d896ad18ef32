import { awardMany, awardPoints, voidAward } from '#contract/calls/booth'
import { scan } from '#contract/calls/scan'
import { currentUser } from '#contract/calls/sign-in'
import { deliver } from '#contract/calls/voucher'
import { type AwardRefusalCode, type Code, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award, AwardResult, Nfc } from '#contract/entities'
import type { call as pageCall } from '../api/call'
import { ApiError, isRefusal } from '../api/errors'
import { type Clocks, queuedMs } from './clocks'
import type { CopyEntry, LoneEntry, NewAwardEntry, AwardEntry, ScanEntry } from './entry'
import { type Blocked, blockedBy, isSessionCode } from './sender'

/** Makes calls as the account of one device. */
export type MakeCall = typeof pageCall

export type AwardOutcome =
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly code: string; readonly reason: string }
  /** This award failed and is sent again later; others may succeed. */
  | { readonly is: 'failed' }

export type SendOutcome = AwardOutcome | Blocked

/** Outcomes by award id. Awards without one were not sent, or got no outcome because of `blocked`. */
export interface SentAwards {
  readonly outcomes: ReadonlyMap<string, AwardOutcome>
  readonly blocked: Blocked | null
}

const refusals: ReadonlySet<string> = new Set<AwardRefusalCode>(REFUSED_FOR_GOOD)

function isBlocked(outcome: SendOutcome): outcome is Blocked {
  return outcome.is === 'later' || outcome.is === 'other-session'
}

/** After these codes the server takes none of the others now; after any other it is this award that fails. */
const BLOCKING: ReadonlySet<string> = new Set<Code>(['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'CLIENT_TOO_OLD'])

/** Maps an error to an award's outcome. Only a rule's refusal, over HTTP 200, is final. */
function judgeError(error: unknown): SendOutcome {
  if (!(error instanceof ApiError) || isSessionCode(error.code) || BLOCKING.has(error.code)) return blockedBy(error)
  if (isRefusal(error) && refusals.has(error.code)) return { is: 'refused', code: error.code, reason: error.message }
  return { is: 'failed' }
}

/** Maps an error to a void's outcome. Every refusal by a rule is final, because a retry changes nothing. */
function judgeVoidError(error: unknown): SendOutcome {
  const outcome = judgeError(error)
  return outcome.is === 'failed' && isRefusal(error) ? { is: 'refused', code: error.code, reason: error.message } : outcome
}

/** Voids a recorded award (rule 12). A 'recorded' outcome carries the voided award. */
export async function voidSentAward(
  { awardId, userId, cancelMade }: AwardEntry,
  clocks: () => Clocks,
  call: MakeCall,
): Promise<SendOutcome> {
  const queued_ms = cancelMade === undefined ? undefined : queuedMs(cancelMade, clocks())
  try {
    const { award } = await call(voidAward, { award_id: awardId, user_id: userId, queued_ms })
    return { is: 'recorded', award }
  } catch (error) {
    return judgeVoidError(error)
  }
}

function awardInput(entry: NewAwardEntry, clocks: Clocks) {
  return {
    award_id: entry.awardId,
    team_id: entry.teamId,
    point_type: entry.pointType,
    user_id: entry.userId,
    vendor_id: entry.vendorId,
    queued_ms: queuedMs(entry.made, clocks),
  }
}

/** Sends one award under its own id. It counts as recorded only if the response names the same id. */
export async function sendAward(
  entry: AwardEntry,
  clocks: () => Clocks,
  call: MakeCall,
  voucher?: string,
): Promise<SendOutcome> {
  try {
    const { award } = await call(awardPoints, { ...awardInput(entry, clocks()), voucher })
    return award.award_id === entry.awardId ? { is: 'recorded', award } : { is: 'failed' }
  } catch (error) {
    return judgeError(error)
  }
}

async function sendFirst(entries: readonly AwardEntry[], clocks: () => Clocks, call: MakeCall): Promise<SentAwards> {
  const [first] = entries
  if (first === undefined) return { outcomes: new Map(), blocked: null }
  const outcome = await sendAward(first, clocks, call)
  if (isBlocked(outcome)) return { outcomes: new Map(), blocked: outcome }
  return { outcomes: new Map([[first.awardId, outcome]]), blocked: null }
}

/** The outcome of one award in a batch. A result with another award's id counts as failed (fault 53). */
function judgeResult(entry: AwardEntry, result: AwardResult | undefined): SendOutcome {
  if (result === undefined || result.award_id !== entry.awardId) return { is: 'failed' }
  if (result.status === 'OK') {
    return result.award.award_id === entry.awardId ? { is: 'recorded', award: result.award } : { is: 'failed' }
  }
  if (refusals.has(result.code)) return { is: 'refused', code: result.code, reason: result.message }
  return isSessionCode(result.code) ? { is: 'other-session' } : { is: 'failed' }
}

async function sendMany(entries: readonly AwardEntry[], clocks: () => Clocks, call: MakeCall): Promise<SentAwards> {
  const now = clocks()
  const { results } = await call(awardMany, { awards: entries.map((entry) => awardInput(entry, now)) })
  const outcomes = new Map<string, AwardOutcome>()
  let blocked: Blocked | null = null
  for (const [index, entry] of entries.entries()) {
    const outcome = judgeResult(entry, results[index])
    if (isBlocked(outcome)) blocked = outcome
    else outcomes.set(entry.awardId, outcome)
  }
  return { outcomes, blocked }
}

async function sendTogether(entries: readonly AwardEntry[], clocks: () => Clocks, call: MakeCall): Promise<SentAwards> {
  if (entries.length <= 1) return await sendFirst(entries, clocks, call)
  try {
    return await sendMany(entries, clocks, call)
  } catch (error) {
    const outcome = judgeError(error)
    if (isBlocked(outcome)) return { outcomes: new Map(), blocked: outcome }
    return await sendFirst(entries, clocks, call)
  }
}

const TAKEN: Code = 'AWARD_CONFLICT'
/** Makes an award's copy; null if the device has no key. */
export type Sign = (entry: AwardEntry) => Promise<string | null>

/**
 * Sends awards in their order in one call. An error of the whole call refuses none of them: the first is then sent alone, so that one
 * that breaks the call holds up none behind it. An award that a team was shown, and whose id somebody took from the copy, is
 * sent once more with that copy, which proves whose it is; where nothing can sign, as in the worker, it waits for a page.
 */
export async function sendAwards(
  entries: readonly AwardEntry[],
  clocks: () => Clocks,
  call: MakeCall,
  sign?: Sign,
): Promise<SentAwards> {
  const { outcomes, blocked: stopped } = await sendTogether(entries, clocks, call)
  const proven = new Map(outcomes)
  let blocked = stopped
  for (const entry of entries) {
    const outcome = outcomes.get(entry.awardId)
    if (entry.shown !== true || outcome?.is !== 'refused' || outcome.code !== TAKEN) continue
    const voucher = await sign?.(entry).catch(() => undefined)
    if (voucher === null) continue
    const again: SendOutcome = voucher === undefined ? { is: 'failed' } : await sendAward(entry, clocks, call, voucher)
    if (isBlocked(again)) {
      blocked ??= again
      proven.delete(entry.awardId)
    } else proven.set(entry.awardId, again)
  }
  return { outcomes: proven, blocked }
}

/** What the server said of a scan or a copy that it took. */
export type LoneAnswer = { readonly kind: 'scan'; readonly nfc: Nfc } | { readonly kind: 'copy'; readonly award: Award }

/** The server has decided: `left` stays on the device, null for nothing. */
export interface Decided {
  readonly is: 'decided'
  readonly left: LoneEntry | null
  readonly answer: LoneAnswer | null
}

const stays = (left: LoneEntry | null): Decided => ({ is: 'decided', left, answer: null })

/** Not final: another session, or another version of the app or of the server, may take it. */
const isUndecided = (code: string) => isSessionCode(code) || code === 'CLIENT_TOO_OLD' || code === 'UNKNOWN_ACTION'

async function sendScan(entry: ScanEntry, clocks: () => Clocks, call: MakeCall): Promise<Decided | Blocked> {
  try {
    const queued_ms = queuedMs(entry.made, clocks())
    const { nfc } = await call(scan, { nfc_id: entry.nfcId, user_id: entry.userId, queued_ms, ...entry.proof })
    const isFree = nfc.nfc_type === 'team' && nfc.team === null
    return { is: 'decided', left: isFree ? { ...entry, fate: { is: 'free-tag' } } : null, answer: { kind: 'scan', nfc } }
  } catch (error) {
    if (!isRefusal(error) || isUndecided(error.code)) return blockedBy(error)
    // Nobody can touch the tag again from where they found a team.
    if (entry.proof !== undefined && error.code === 'NOT_IN_TEAM') return stays(entry)
    return stays({ ...entry, fate: { is: 'refused', reason: error.message } })
  }
}

/** Only of copies that a revoked device signed does the server take so few that one waits longer than this (ms). */
const LONG_MS = 60_000
/** Until when such a copy waits by itself, while the server takes others (ms, `performance.now()`). */
const heldUntil = new Map<string, number>()

/** What becomes of a copy that the server did not take. Rejects if it cannot be asked whose session it is. */
async function judgeCopy(entry: CopyEntry, error: unknown, call: MakeCall): Promise<Decided | Blocked> {
  if (!isRefusal(error) || isUndecided(error.code)) return blockedBy(error)
  if (error.code !== 'FORBIDDEN') return stays({ ...entry, fate: { is: 'refused', reason: error.message, code: error.code } })
  const { user } = await call(currentUser, {})
  // It is another account's since, in another tab.
  if (user.id !== entry.userId) return { is: 'other-session' }
  // Not of this team: the phone keeps it for nobody.
  return stays(user.team?.team_id === entry.teamId ? { ...entry, fate: { is: 'notByStaff' } } : null)
}

async function sendCopy(entry: CopyEntry, call: MakeCall): Promise<Decided | Blocked> {
  if ((heldUntil.get(entry.voucher) ?? 0) > performance.now()) return stays(entry)
  try {
    const { award } = await call(deliver, { voucher: entry.voucher })
    if (award.voided) return stays({ ...entry, fate: { is: 'voided' } })
    return { is: 'decided', left: null, answer: { kind: 'copy', award } }
  } catch (error) {
    const waitMs = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS' ? (error.retryAfterMs ?? 0) : 0
    if (waitMs <= LONG_MS) return await judgeCopy(entry, error, call).catch(blockedBy)
    heldUntil.set(entry.voucher, performance.now() + waitMs)
    return stays(entry)
  }
}

/** Sends a scan or a copy. The server counts each once (rules 10 and 11), so page and worker send them alike. */
export async function sendLone(entry: LoneEntry, clocks: () => Clocks, call: MakeCall): Promise<Decided | Blocked> {
  switch (entry.kind) {
    case 'scan':
      return await sendScan(entry, clocks, call)
    case 'copy':
      return await sendCopy(entry, call)
  }
}
