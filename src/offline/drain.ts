import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { serverNow } from '#lib/server-clock'
import { serverLedger } from '../api/connection'
import { type OutboxEntry, idOf, inOrder, isAward, isWaiting, type LoneEntry, type AwardEntry } from './entry'
import type { LoneAnswer, Decided, SendOutcome, SentAwards } from './send'
import type { Blocked, DrainOutcome } from './sender'
import { asConfirmed, changeAward, type OutboxStore } from './store'

interface SettleOptions {
  readonly store: OutboxStore
  /** Voids a recorded award; a 'recorded' outcome carries the voided award. */
  readonly undo: (entry: AwardEntry) => Promise<SendOutcome>
  /** Called for each entry that left the outbox (`entry` null) or changed; `award` is the server's, if it recorded one. */
  readonly onSettled?: (awardId: string, entry: OutboxEntry | null, award: Award | null) => void
}

interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: Blocked | null
  /** Teams with an award that failed in this drain. Their other awards wait for the next drain. */
  readonly failedTeams: Set<string>
  /** Scans and copies that were sent in this drain: each once. */
  readonly sent: Set<string>
}

export const knownLedger = () => serverLedger.get()?.ledger ?? null
const NOT_THERE: Code = 'AWARD_NOT_FOUND'
/** Rule 17: the organiser has the award or the void. */
const KEPT: Code = 'KEPT_FOR_ORGANISER'

/**
 * Voids an award that was cancelled before or while it was sent, recorded or late.
 * @param award as this ledger recorded it; null if it may lack it
 */
async function undoCancelled(options: SettleOptions, entry: AwardEntry, award: Award | null, progress: Progress): Promise<void> {
  const { store, undo, onSettled } = options
  const { awardId } = entry
  const by = knownLedger()
  const outcome = await undo(entry)
  switch (outcome.is) {
    case 'recorded': {
      const voided = outcome.award
      await store.update(
        [awardId],
        changeAward((stored) => asConfirmed(stored, voided, { at: serverNow(), by })),
      )
      onSettled?.(awardId, null, voided)
      return
    }
    case 'refused': {
      const { code, reason } = outcome
      // A ledger without the award has nothing to void.
      const isGone = code === NOT_THERE
      // The organiser has the award too: neither is recorded.
      const cancelled = code !== KEPT || award !== null
      const left = await store.update(
        [awardId],
        changeAward((stored) => (isGone ? null : { ...stored, cancelled, refusal: { code, reason } })),
      )
      onSettled?.(awardId, left.get(awardId) ?? null, award)
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
async function undoAllCancelled(
  options: SettleOptions,
  cancelled: readonly (readonly [AwardEntry, Award | null])[],
  progress: Progress,
): Promise<void> {
  for (const [entry, award] of cancelled) {
    if (progress.stopped !== null) return
    if (!progress.failedTeams.has(entry.teamId)) await undoCancelled(options, entry, award, progress)
  }
}

/** Null for what is missing or has left. */
const awardOf = (entry: OutboxEntry | null | undefined) => (entry != null && isAward(entry) ? entry : null)

/** Stores the server's outcomes in one transaction and reports them to `onSettled`. */
async function settle(
  options: SettleOptions,
  sent: readonly AwardEntry[],
  answer: SentAwards,
  by: string | null,
  progress: Progress,
): Promise<void> {
  const { store, onSettled } = options
  const change = changeAward((stored) => {
    const outcome = answer.outcomes.get(stored.awardId) ?? { is: 'failed' as const }
    switch (outcome.is) {
      case 'recorded':
        return stored.cancelled ? stored : asConfirmed(stored, outcome.award, { at: serverNow(), by })
      case 'refused':
        if (stored.cancelled && outcome.code === KEPT) return stored
        // Cancelled and never recorded: nothing to show.
        return stored.cancelled ? null : { ...stored, refusal: { code: outcome.code, reason: outcome.reason } }
      case 'failed':
        return stored
    }
  })
  const left = await store.update([...answer.outcomes.keys()], change)
  const cancelled: (readonly [AwardEntry, Award | null])[] = []
  for (const entry of sent) {
    const { awardId, teamId } = entry
    const outcome = answer.outcomes.get(awardId)
    // Absent: another page sent a copy of it and removed it.
    const stored = awardOf(left.get(awardId))
    if (outcome?.is === 'recorded') {
      if (stored !== null) cancelled.push([stored, outcome.award])
      onSettled?.(awardId, stored, outcome.award)
    } else if (outcome?.is === 'refused') {
      if (stored?.refusal === null) cancelled.push([stored, null])
      onSettled?.(awardId, stored, null)
    } else if (outcome?.is === 'failed') progress.failedTeams.add(teamId)
  }
  progress.stopped = answer.blocked
  await undoAllCancelled(options, cancelled, progress)
}

export interface DrainOptions extends SettleOptions {
  /** Sends only this account's entries (fault 16). */
  readonly userId: string
  /** Determines the times of these entries before any of them is sent (fault 50). */
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  readonly send: (entries: readonly AwardEntry[]) => Promise<SentAwards>
  readonly sendLone: (entry: LoneEntry) => Promise<Decided | Blocked>
  /** Called for each scan and copy that the server has decided on. */
  readonly onAnswer?: (answer: LoneAnswer) => void
}

async function waitingEntries({ store, userId }: DrainOptions, { failedTeams, sent }: Progress): Promise<OutboxEntry[]> {
  const { entries } = await store.read()
  const isLeft = (entry: OutboxEntry) => (isAward(entry) ? !failedTeams.has(entry.teamId) : !sent.has(idOf(entry)))
  return inOrder(entries).filter((entry) => entry.userId === userId && isWaiting(entry) && isLeft(entry))
}

/** An award that an earlier ledger recorded and voided: all that this ledger may lack is the void. */
const isVoidOnly = ({ again, cancelled }: AwardEntry) => again && cancelled

/** Sends a batch, or its first award. Returns the awards that the server said nothing about. */
async function sendBatch(options: DrainOptions, batch: readonly AwardEntry[], progress: Progress): Promise<AwardEntry[]> {
  const ids = batch.map(({ awardId }) => awardId)
  const marked = await options.store.update(
    ids,
    changeAward((stored) => (isWaiting(stored) && !stored.attempted ? { ...stored, attempted: true } : stored)),
  )
  // Missing ones were cancelled before they were sent, or sent by another page.
  const left = ids.flatMap((awardId) => awardOf(marked.get(awardId)) ?? []).filter(isWaiting)
  const voids = left.filter(isVoidOnly).map((entry) => [entry, null] as const)
  await undoAllCancelled(options, voids, progress)
  const entries = left.filter((entry) => !isVoidOnly(entry) && !progress.failedTeams.has(entry.teamId))
  if (entries.length === 0 || progress.stopped !== null) return []
  const by = knownLedger()
  const answer = await options.send(entries)
  await settle(options, entries, answer, by, progress)
  // A response without any outcome would be requested forever.
  if (answer.outcomes.size === 0) for (const { teamId } of entries) progress.failedTeams.add(teamId)
  return entries.filter(({ awardId }) => !answer.outcomes.has(awardId))
}

/** Sends a scan or a copy, and stores what the server has decided unless the person has removed it meanwhile. */
async function sendLone({ store, sendLone, onAnswer }: DrainOptions, entry: LoneEntry, progress: Progress): Promise<void> {
  progress.sent.add(idOf(entry))
  const outcome = await sendLone(entry)
  if (outcome.is !== 'decided') {
    progress.stopped = outcome
    return
  }
  await store.update([idOf(entry)], () => outcome.left)
  if (outcome.answer !== null) onAnswer?.(outcome.answer)
}

/** Sends these awards, up to 40 a call, until the server has answered for each or one of its team has failed. */
async function sendAwards(options: DrainOptions, awards: readonly AwardEntry[], progress: Progress): Promise<void> {
  let left = awards
  while (left.length > 0 && progress.stopped === null) {
    const unanswered = await sendBatch(options, left.slice(0, AWARDS_AT_ONCE), progress)
    left = [...unanswered, ...left.slice(AWARDS_AT_ONCE)].filter(({ teamId }) => !progress.failedTeams.has(teamId))
  }
}

/**
 * Sends what waits, each team's awards in their order, until nothing is left, including what is added meanwhile (fault 11). What
 * was refused is set aside and does not block others (fault 12). Rejects if storage fails.
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const progress: Progress = { stopped: null, failedTeams: new Set(), sent: new Set() }
  for (;;) {
    const waiting = await waitingEntries(options, progress)
    if (waiting.length === 0) break
    const blocked = await options.settleTimes(waiting)
    if (blocked !== null) return blocked
    await sendAwards(options, waiting.filter(isAward), progress)
    for (const entry of waiting) if (!isAward(entry) && progress.stopped === null) await sendLone(options, entry, progress)
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 ? { is: 'later', silent: false, retryAfterMs: null } : { is: 'empty' }
}
