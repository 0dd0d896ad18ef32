import type { Award } from '#contract/entities'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { sleepsSoFar } from '#lib/device-sleep'
import {
  type Answers,
  changeBy,
  changeTo,
  confirmedBy,
  type EntryChange,
  type EntryChanges,
  knownLedger,
  LATE,
} from './answers'
import type { Blocked, DrainOutcome } from './drain-scheduler'
import {
  type AwardEntry,
  changeAward,
  idOf,
  inOrder,
  isAward,
  isWaiting,
  type OutboxEntry,
} from './entry'
import type { OutboxStore } from './store'
import type { LoneAnswer, SentAwards, Transport } from './transport'

export interface DrainOptions extends Transport {
  readonly store: OutboxStore
  /** Sends only this account's entries (fault 16). */
  readonly userId: string
  /** Determines the times of these entries before any of them is sent (fault 50). */
  readonly settleTimes: (
    waiting: readonly OutboxEntry[],
    stored: readonly OutboxEntry[],
  ) => Promise<Blocked | null>
  /** Called at each step. False once another tab or the worker has taken over: stop sending. */
  readonly mayContinue: () => boolean
  /**
   * Holds the server's answers until they are stored. The drain first stores the answers that an
   * earlier drain could not store.
   */
  readonly answers: Answers
  /**
   * Called once per sent batch, as soon as `answers` holds the server's answer. `awards` were
   * recorded or voided.
   */
  readonly onAnswered?: (sent: readonly string[], awards: readonly Award[]) => void
  /** Called for each scan or copy that the server accepted. */
  readonly onAnswer?: (answer: LoneAnswer) => void
}

/**
 * Splits off the next batch. An award that follows a cancelled award of the same team waits until
 * the cancelled award is voided, whose cooldown would block it.
 */
function splitBatch(
  awards: readonly AwardEntry[],
): readonly [batch: readonly AwardEntry[], rest: readonly AwardEntry[]] {
  const batch: AwardEntry[] = []
  const rest: AwardEntry[] = []
  const heldTeams = new Set<string>()
  for (const award of awards) {
    const isHeld = batch.length === AWARDS_AT_ONCE || heldTeams.has(award.teamId)
    ;(isHeld ? rest : batch).push(award)
    if (award.cancelled) heldTeams.add(award.teamId)
  }
  return [batch, rest]
}

interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: Blocked | null
  /** Teams with an award that failed in this drain. Their other awards wait for the next drain. */
  readonly failedTeams: Set<string>
  /** Scans and copies already sent in this drain: each is sent once. */
  readonly sent: Set<string>
  /** True if a scan or a copy failed in this drain. */
  hasFailedLone: boolean
  /** `sleepsSoFar` when the times were last settled. */
  sleeps: number
}

/** A cancelled award, and the ledger's record of it; null if the ledger may have none. */
type Cancelled = readonly [AwardEntry, Award | null]

/** Prevents an unhandled rejection; a later `await` still sees the failure. */
function handledLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** Why a drain stops once its lock was taken: another tab, or the worker, sends what remains. */
const LOCK_LOST: Blocked = { kind: 'later', silent: false, retryAfterMs: null }

/** Null if the entry is missing, has left the outbox, or is no award. */
const awardOf = (entry: OutboxEntry | null | undefined) =>
  entry != null && isAward(entry) ? entry : null

/**
 * True if an earlier ledger recorded and voided the award. This ledger may have it unvoided, so send
 * only the void, never the award.
 */
const isVoidOnly = ({ again, cancelled }: AwardEntry) => again && cancelled

/**
 * Sends waiting entries until none is left, including those added meanwhile (fault 11), each team's
 * awards in order. Sets refused entries aside so that they block no others (fault 12). Rejects if
 * storage fails.
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const { store, userId, answers } = options
  const progress: Progress = {
    stopped: null,
    failedTeams: new Set(),
    sent: new Set(),
    hasFailedLone: false,
    sleeps: sleepsSoFar(),
  }
  /** True if the last call was answered. */
  let isAnswering = false
  /** The next awards, while they are being marked during a call. */
  let marking: Promise<AwardEntry[]> | null = null
  /** The storing of the last batch's outcomes. Resolves to the awards that must then be voided. */
  let storing: Promise<readonly Cancelled[]> = Promise.resolve([])
  /** False if the drain ends here, or if the device slept: the times must be settled again. */
  function mayGoOn(): boolean {
    if (!options.mayContinue()) progress.stopped ??= LOCK_LOST
    return progress.stopped === null && progress.sleeps === sleepsSoFar()
  }

  /** Shows the server's answers to these entries and stores them. */
  async function take(sent: readonly string[], changes: EntryChanges, awards: readonly Award[]) {
    answers.add(changes)
    options.onAnswered?.(sent, awards)
    return await answers.storeIn(store)
  }

  /**
   * Voids an award that was cancelled before or during sending, whether recorded or late (rule 17).
   * @param award this ledger's record; null if it may have none
   */
  async function voidCancelled(entry: AwardEntry, award: Award | null): Promise<void> {
    const { awardId } = entry
    const by = knownLedger()
    const outcome = await options.voidAward(entry)
    const takeChange = (change: EntryChange, awards: readonly Award[]) =>
      take([awardId], new Map([[awardId, change]]), awards)
    switch (outcome.kind) {
      case 'recorded':
        await takeChange(changeAward(confirmedBy(outcome.award, by)), [outcome.award])
        return
      case 'refused': {
        const { code, reason } = outcome
        // A ledger without the award has nothing to void.
        const isGone = code === 'AWARD_NOT_FOUND'
        // If award and void both wait for the organiser, nothing is recorded: show a refused award.
        const cancelled = code !== LATE || award !== null
        const change = changeAward((stored) =>
          isGone ? null : { ...stored, cancelled, refusal: { code, reason, by } },
        )
        await takeChange(change, award === null ? [] : [award])
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

  /**
   * Voids cancelled awards. Leaves to the next drain those that cannot be voided now, for example
   * because the server asked for a pause (fault 14).
   */
  async function undoAllCancelled(cancelled: readonly Cancelled[]): Promise<void> {
    for (const [entry, award] of cancelled) {
      if (!mayGoOn()) return
      if (!progress.failedTeams.has(entry.teamId)) await voidCancelled(entry, award)
    }
  }

  /** Waits until the last batch is stored, and voids its cancelled awards. */
  async function undoStored(): Promise<void> {
    const stored = storing
    storing = Promise.resolve([])
    await undoAllCancelled(await stored)
  }

  /** Shows the server's outcomes of a batch together. Returns the awards without an outcome. */
  function showOutcomes(
    sent: readonly AwardEntry[],
    { outcomes, blocked }: SentAwards,
    by: string | null,
  ): AwardEntry[] {
    const decided = [...outcomes]
    answers.add(new Map(decided.map(([awardId, outcome]) => [awardId, changeBy(outcome, by)])))
    options.onAnswered?.(
      sent.map(idOf),
      decided.flatMap(([, outcome]) => (outcome.kind === 'recorded' ? outcome.award : [])),
    )
    for (const { awardId, teamId } of sent) {
      // Also leave the awards of a response without any outcome to the next drain: this drain
      // would repeat the same request forever.
      if (outcomes.size === 0 || outcomes.get(awardId)?.kind === 'failed')
        progress.failedTeams.add(teamId)
    }
    progress.stopped = blocked ?? progress.stopped
    return sent.filter(({ awardId }) => !outcomes.has(awardId))
  }

  /** Stores the outcomes. Returns the awards that were cancelled while being sent. */
  async function storeOutcomes(
    sent: readonly AwardEntry[],
    { outcomes }: SentAwards,
  ): Promise<Cancelled[]> {
    const updated = await answers.storeIn(store)
    return sent.flatMap(({ awardId }): Cancelled[] => {
      const outcome = outcomes.get(awardId)
      // Null if another page sent the same entry and removed it.
      const stored = awardOf(updated.get(awardId))
      if (
        outcome === undefined ||
        outcome.kind === 'failed' ||
        stored === null ||
        stored.refusal !== null
      )
        return []
      return [[stored, outcome.kind === 'recorded' ? outcome.award : null]]
    })
  }

  /**
   * Marks awards as attempted. Returns those that still wait: without those that another page sent,
   * or cancelled before the first attempt.
   */
  async function mark(batch: readonly AwardEntry[]): Promise<AwardEntry[]> {
    if (batch.length === 0) return []
    const ids = batch.map(idOf)
    const marked = await store.update(
      ids,
      changeAward((stored) =>
        isWaiting(stored) && !stored.attempted ? { ...stored, attempted: true } : stored,
      ),
    )
    return ids.flatMap((awardId) => awardOf(marked.get(awardId)) ?? []).filter(isWaiting)
  }

  /** Voids awards that an earlier ledger had voided. Returns the rest, which may be sent now. */
  async function toSendOf(marked: readonly AwardEntry[]): Promise<AwardEntry[]> {
    await undoAllCancelled(marked.filter(isVoidOnly).map((entry) => [entry, null]))
    return mayGoOn()
      ? marked.filter((entry) => !isVoidOnly(entry) && !progress.failedTeams.has(entry.teamId))
      : []
  }

  /**
   * Sends one batch, and returns its awards without an outcome. While the call is under way, stores
   * the previous answers and marks the next awards.
   */
  async function sendBatch(
    entries: readonly AwardEntry[],
    next: readonly AwardEntry[],
  ): Promise<readonly AwardEntry[]> {
    if (entries.length === 0) return []
    const by = knownLedger()
    const sending = options.send(entries)
    // Mark ahead only while the server answers: a marked award that is cancelled must be voided,
    // not just removed.
    if (isAnswering) marking = handledLater(mark(next))
    const answer = await sending
    const unanswered = showOutcomes(entries, answer, by)
    await undoStored()
    storing = handledLater(storeOutcomes(entries, answer))
    isAnswering = answer.outcomes.size > 0
    if (entries.some(({ cancelled }) => cancelled)) await undoStored()
    return unanswered
  }

  /** Sends awards, up to 40 a call, until each is answered or an award of its team has failed. */
  async function sendAwards(awards: readonly AwardEntry[]): Promise<void> {
    let remaining = awards
    while (remaining.length > 0 && mayGoOn()) {
      const [batch, rest] = splitBatch(remaining)
      const marked = await (marking ?? mark(batch))
      marking = null
      const entries = await toSendOf(marked)
      const unanswered = await sendBatch(entries, splitBatch(rest)[0])
      remaining = [...unanswered, ...rest].filter(({ teamId }) => !progress.failedTeams.has(teamId))
      if (unanswered.length > 0 || remaining.length < rest.length) marking = null
    }
    marking = null
    await undoStored()
  }

  /**
   * Sends a scan or a copy as it is stored now, with its settled time. Stores the server's decision
   * unless the person removed the entry meanwhile.
   */
  async function sendLone(id: string): Promise<void> {
    const stored = await store.update([id], (entry) => entry)
    const entry = stored.get(id)
    if (entry == null || isAward(entry) || !isWaiting(entry) || !mayGoOn()) return
    progress.sent.add(id)
    const by = knownLedger()
    const outcome = await options.sendLone(entry)
    if (outcome.kind === 'failed') {
      progress.hasFailedLone = true
      return
    }
    if (outcome.kind !== 'decided') {
      progress.stopped = outcome
      return
    }
    if (outcome.answer !== null) options.onAnswer?.(outcome.answer)
    await take([id], new Map([[id, changeTo(outcome.remaining, by)]]), [])
  }

  const mayBeSent = (entry: OutboxEntry) =>
    entry.userId === userId &&
    isWaiting(entry) &&
    (isAward(entry) ? !progress.failedTeams.has(entry.teamId) : !progress.sent.has(idOf(entry)))

  await answers.storeIn(store)
  for (;;) {
    const { entries } = await store.read()
    const waiting = inOrder(entries).filter(mayBeSent)
    if (waiting.length === 0) break
    progress.sleeps = sleepsSoFar()
    const blocked = await options.settleTimes(waiting, entries)
    if (blocked !== null) return blocked
    await sendAwards(waiting.filter(isAward))
    for (const entry of waiting) if (!isAward(entry) && mayGoOn()) await sendLone(idOf(entry))
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 || progress.hasFailedLone
    ? { kind: 'later', silent: false, retryAfterMs: null }
    : { kind: 'empty' }
}
