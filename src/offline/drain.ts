import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { serverNow } from '#lib/server-clock'
import { serverLedger } from '../api/connection'
import { type AwardEntry, idOf, inOrder, isAward, isWaiting, type LoneEntry, type OutboxEntry } from './entry'
import type { AwardOutcome, LoneAnswer, SentAwards, Transport } from './send'
import type { Blocked, DrainOutcome } from './sender'
import { asConfirmed, changeAward, type OutboxStore } from './store'

export interface DrainOptions extends Transport {
  readonly store: OutboxStore
  /** Sends only this account's entries (fault 16). */
  readonly userId: string
  /** Determines the times of these entries before any of them is sent (fault 50). */
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  /** Called at each step. False once another tab, or the worker, has taken over: nothing more is sent. */
  readonly goesOn: () => boolean
  /** Called for each award that left the outbox (`entry` null) or changed; `award` is the server's, if it recorded one. */
  readonly onOutcome?: (awardId: string, entry: AwardEntry | null, award: Award | null) => void
  /** Called for each scan and copy that the server has decided on. */
  readonly onAnswer?: (answer: LoneAnswer) => void
}

interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: Blocked | null
  /** Teams with an award that failed in this drain. Their other awards wait for the next drain. */
  readonly failedTeams: Set<string>
  /** Scans and copies that were sent in this drain: each once. */
  readonly sent: Set<string>
}

/** Another tab, or the worker, sends what remains. */
const TAKEN_OVER: Blocked = { is: 'later', silent: false, retryAfterMs: null }

const knownLedger = () => serverLedger.get()?.ledger ?? null
const NOT_THERE: Code = 'AWARD_NOT_FOUND'
/** Rule 17: the organiser has the award or the void. */
const LATE: Code = 'KEPT_FOR_ORGANISER'

/** Null for what is missing or has left. */
const awardOf = (entry: OutboxEntry | null | undefined) => (entry != null && isAward(entry) ? entry : null)

/** An award that an earlier ledger recorded and voided: all that this ledger may lack is the void. */
const isVoidOnly = ({ again, cancelled }: AwardEntry) => again && cancelled

/** An award after the server's outcome; null if nothing of it remains in the outbox. */
function withOutcome(stored: AwardEntry, outcome: AwardOutcome, by: string | null): AwardEntry | null {
  switch (outcome.is) {
    case 'recorded':
      return stored.cancelled ? stored : asConfirmed(stored, outcome.award, { at: serverNow(), by })
    case 'refused':
      if (stored.cancelled && outcome.code === LATE) return stored
      // Cancelled and never recorded: nothing to show.
      return stored.cancelled ? null : { ...stored, refusal: { code: outcome.code, reason: outcome.reason } }
    case 'failed':
      return stored
  }
}

/**
 * Sends what waits, each team's awards in their order, until nothing waits, including what is added meanwhile (fault 11). What
 * was refused is set aside and does not block others (fault 12). Rejects if storage fails.
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const { store, userId, onOutcome } = options
  const progress: Progress = { stopped: null, failedTeams: new Set(), sent: new Set() }
  function mayGoOn(): boolean {
    if (!options.goesOn()) progress.stopped ??= TAKEN_OVER
    return progress.stopped === null
  }

  /**
   * Voids an award that was cancelled before or while it was sent, recorded or late.
   * @param award as this ledger recorded it; null if it may lack it
   */
  async function undoCancelled(entry: AwardEntry, award: Award | null): Promise<void> {
    const { awardId } = entry
    const by = knownLedger()
    const outcome = await options.undo(entry)
    switch (outcome.is) {
      case 'recorded': {
        const voided = outcome.award
        await store.update(
          [awardId],
          changeAward((stored) => asConfirmed(stored, voided, { at: serverNow(), by })),
        )
        onOutcome?.(awardId, null, voided)
        return
      }
      case 'refused': {
        const { code, reason } = outcome
        // A ledger without the award has nothing to void.
        const isGone = code === NOT_THERE
        // The organiser has the award too: neither is recorded.
        const cancelled = code !== LATE || award !== null
        const updated = await store.update(
          [awardId],
          changeAward((stored) => (isGone ? null : { ...stored, cancelled, refusal: { code, reason } })),
        )
        onOutcome?.(awardId, awardOf(updated.get(awardId)), award)
        return
      }
      case 'failed':
        progress.failedTeams.add(entry.teamId)
        return
      case 'later':
      case 'other-session':
        progress.stopped = outcome
        return
    }
  }

  /** Leaves to the next drain what cannot be voided now: the server may have asked for a pause (fault 14). */
  async function undoAllCancelled(cancelled: readonly (readonly [AwardEntry, Award | null])[]): Promise<void> {
    for (const [entry, award] of cancelled) {
      if (!mayGoOn()) return
      if (!progress.failedTeams.has(entry.teamId)) await undoCancelled(entry, award)
    }
  }

  /** Stores the server's outcomes in one transaction and reports them to `onOutcome`. */
  async function applyOutcomes(sent: readonly AwardEntry[], answer: SentAwards, by: string | null): Promise<void> {
    const outcomeOf = (awardId: string) => answer.outcomes.get(awardId) ?? { is: 'failed' as const }
    const updated = await store.update(
      [...answer.outcomes.keys()],
      changeAward((stored) => withOutcome(stored, outcomeOf(stored.awardId), by)),
    )
    const cancelled: (readonly [AwardEntry, Award | null])[] = []
    for (const { awardId, teamId } of sent) {
      const outcome = answer.outcomes.get(awardId)
      if (outcome === undefined) continue
      if (outcome.is === 'failed') {
        progress.failedTeams.add(teamId)
        continue
      }
      const award = outcome.is === 'recorded' ? outcome.award : null
      // Absent: another page sent a copy of it and removed it.
      const stored = awardOf(updated.get(awardId))
      if (stored?.refusal === null) cancelled.push([stored, award])
      onOutcome?.(awardId, stored, award)
    }
    progress.stopped = answer.blocked
    await undoAllCancelled(cancelled)
  }

  /** Sends a batch, or its first award. Returns the awards without an outcome. */
  async function sendBatch(batch: readonly AwardEntry[]): Promise<AwardEntry[]> {
    const ids = batch.map(idOf)
    const marked = await store.update(
      ids,
      changeAward((stored) => (isWaiting(stored) && !stored.attempted ? { ...stored, attempted: true } : stored)),
    )
    // Missing ones were cancelled before they were sent, or sent by another page.
    const waiting = ids.flatMap((awardId) => awardOf(marked.get(awardId)) ?? []).filter(isWaiting)
    await undoAllCancelled(waiting.filter(isVoidOnly).map((entry) => [entry, null]))
    const entries = waiting.filter((entry) => !isVoidOnly(entry) && !progress.failedTeams.has(entry.teamId))
    if (entries.length === 0 || !mayGoOn()) return []
    const by = knownLedger()
    const answer = await options.send(entries)
    await applyOutcomes(entries, answer, by)
    // A response without any outcome would be requested forever.
    if (answer.outcomes.size === 0) for (const { teamId } of entries) progress.failedTeams.add(teamId)
    return entries.filter(({ awardId }) => !answer.outcomes.has(awardId))
  }

  /** Sends these awards, up to 40 a call, until the server has answered for each or one of its team has failed. */
  async function sendAwards(awards: readonly AwardEntry[]): Promise<void> {
    let remaining = awards
    while (remaining.length > 0 && mayGoOn()) {
      const unanswered = await sendBatch(remaining.slice(0, AWARDS_AT_ONCE))
      remaining = [...unanswered, ...remaining.slice(AWARDS_AT_ONCE)].filter(({ teamId }) => !progress.failedTeams.has(teamId))
    }
  }

  /** Sends a scan or a copy, and stores what the server has decided unless the person has removed it meanwhile. */
  async function sendLone(entry: LoneEntry): Promise<void> {
    progress.sent.add(idOf(entry))
    const outcome = await options.sendLone(entry)
    if (outcome.is !== 'decided') {
      progress.stopped = outcome
      return
    }
    await store.update([idOf(entry)], () => outcome.remaining)
    if (outcome.answer !== null) options.onAnswer?.(outcome.answer)
  }

  const mayBeSent = (entry: OutboxEntry) =>
    entry.userId === userId &&
    isWaiting(entry) &&
    (isAward(entry) ? !progress.failedTeams.has(entry.teamId) : !progress.sent.has(idOf(entry)))

  for (;;) {
    const { entries } = await store.read()
    const waiting = inOrder(entries).filter(mayBeSent)
    if (waiting.length === 0) break
    const blocked = await options.settleTimes(waiting)
    if (blocked !== null) return blocked
    await sendAwards(waiting.filter(isAward))
    for (const entry of waiting) if (!isAward(entry) && mayGoOn()) await sendLone(entry)
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 ? { is: 'later', silent: false, retryAfterMs: null } : { is: 'empty' }
}
