import type { Award } from '#contract/entities'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import {
  type Answers,
  changeBy,
  confirmedBy,
  type EntryChange,
  type EntryChanges,
  knownLedger,
  LATE,
} from './answers'
import type { Blocked, DrainOutcome } from './drain-scheduler'
import {
  type AwardEntry,
  idOf,
  inOrder,
  isAward,
  isWaiting,
  type LoneEntry,
  type OutboxEntry,
} from './entry'
import { changeAward, type OutboxStore } from './store'
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
  /** Called at each step. False once another tab, or the worker, has taken over: nothing more is sent. */
  readonly goesOn: () => boolean
  /** Holds what the server answered until it is stored. Those of an earlier drain that failed are stored first. */
  readonly answers: Answers
  /** Called once for each batch that was sent, as soon as `answers` holds what the server said of it: `awards` are recorded or voided. */
  readonly onAnswered?: (sent: readonly string[], awards: readonly Award[]) => void
  /** The same for a scan or copy that the server has accepted. */
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

/** An award that was cancelled, and as this ledger recorded it; null if it may lack it. */
type Cancelled = readonly [AwardEntry, Award | null]

/** Its failure reaches whoever awaits it later. */
function handledLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** Another tab, or the worker, sends what remains. */
const TAKEN_OVER: Blocked = { is: 'later', silent: false, retryAfterMs: null }

/** Null for what is missing or has left. */
const awardOf = (entry: OutboxEntry | null | undefined) =>
  entry != null && isAward(entry) ? entry : null

/** An award that an earlier ledger recorded and voided: all that this ledger may lack is the void. */
const isVoidOnly = ({ again, cancelled }: AwardEntry) => again && cancelled

/**
 * Sends what waits, each team's awards in their order, until nothing waits, including what is added meanwhile (fault 11). What
 * was refused is set aside and does not block others (fault 12). Rejects if storage fails.
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const { store, userId, answers } = options
  const progress: Progress = { stopped: null, failedTeams: new Set(), sent: new Set() }
  /** The last call was answered. */
  let isAnswering = false
  function mayGoOn(): boolean {
    if (!options.goesOn()) progress.stopped ??= TAKEN_OVER
    return progress.stopped === null
  }

  /** Shows what the server has answered to these, and stores it. */
  async function take(sent: readonly string[], changes: EntryChanges, awards: readonly Award[]) {
    answers.add(changes)
    options.onAnswered?.(sent, awards)
    return await answers.storeIn(store)
  }

  /**
   * Voids an award that was cancelled before or while it was sent, recorded or late.
   * @param award as this ledger recorded it; null if it may lack it
   */
  async function undoCancelled(entry: AwardEntry, award: Award | null): Promise<void> {
    const { awardId } = entry
    const by = knownLedger()
    const outcome = await options.undo(entry)
    const takeChange = (change: EntryChange, awards: readonly Award[]) =>
      take([awardId], new Map([[awardId, change]]), awards)
    switch (outcome.is) {
      case 'recorded':
        await takeChange(changeAward(confirmedBy(outcome.award, by)), [outcome.award])
        return
      case 'refused': {
        const { code, reason } = outcome
        // A ledger without the award has nothing to void.
        const isGone = code === 'AWARD_NOT_FOUND'
        // The organiser has the award too: neither is recorded.
        const cancelled = code !== LATE || award !== null
        const change = changeAward((stored) =>
          isGone ? null : { ...stored, cancelled, refusal: { code, reason } },
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

  /** Leaves to the next drain what cannot be voided now: the server may have asked for a pause (fault 14). */
  async function undoAllCancelled(cancelled: readonly Cancelled[]): Promise<void> {
    for (const [entry, award] of cancelled) {
      if (!mayGoOn()) return
      if (!progress.failedTeams.has(entry.teamId)) await undoCancelled(entry, award)
    }
  }

  /** Shows the server's outcomes of a batch together. Returns the awards without one. */
  function showOutcomes(
    sent: readonly AwardEntry[],
    { outcomes, blocked }: SentAwards,
    by: string | null,
  ): AwardEntry[] {
    const decided = [...outcomes]
    answers.add(new Map(decided.map(([awardId, outcome]) => [awardId, changeBy(outcome, by)])))
    options.onAnswered?.(
      sent.map(idOf),
      decided.flatMap(([, outcome]) => (outcome.is === 'recorded' ? outcome.award : [])),
    )
    for (const { awardId, teamId } of sent) {
      // A response without any outcome would be requested forever.
      if (outcomes.size === 0 || outcomes.get(awardId)?.is === 'failed')
        progress.failedTeams.add(teamId)
    }
    progress.stopped = blocked ?? progress.stopped
    return sent.filter(({ awardId }) => !outcomes.has(awardId))
  }

  /** Stores them. Returns the awards that were cancelled while they were sent. */
  async function storeOutcomes(
    sent: readonly AwardEntry[],
    { outcomes }: SentAwards,
  ): Promise<Cancelled[]> {
    const updated = await answers.storeIn(store)
    return sent.flatMap(({ awardId }): Cancelled[] => {
      const outcome = outcomes.get(awardId)
      // Absent: another page sent a copy of it and removed it.
      const stored = awardOf(updated.get(awardId))
      if (
        outcome === undefined ||
        outcome.is === 'failed' ||
        stored === null ||
        stored.refusal !== null
      )
        return []
      return [[stored, outcome.is === 'recorded' ? outcome.award : null]]
    })
  }

  /** Marks awards as attempted. Returns those that are to be sent: others were cancelled before, or sent by another page. */
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

  /** Voids what an earlier ledger had voided. Returns the others of these that may be sent now. */
  async function toSendOf(marked: readonly AwardEntry[]): Promise<AwardEntry[]> {
    await undoAllCancelled(marked.filter(isVoidOnly).map((entry) => [entry, null]))
    return mayGoOn()
      ? marked.filter((entry) => !isVoidOnly(entry) && !progress.failedTeams.has(entry.teamId))
      : []
  }

  /**
   * Sends these awards, up to 40 a call, until the server has answered for each or one of its team has failed. While a call is on its
   * way, the answers to the one before are stored and the next awards marked.
   */
  async function sendAwards(awards: readonly AwardEntry[]): Promise<void> {
    let remaining = awards
    let marking: Promise<AwardEntry[]> | null = null
    let storing: Promise<readonly Cancelled[]> = Promise.resolve([])
    while (remaining.length > 0 && mayGoOn()) {
      const rest = remaining.slice(AWARDS_AT_ONCE)
      const entries = await toSendOf(await (marking ?? mark(remaining.slice(0, AWARDS_AT_ONCE))))
      marking = null
      let unanswered: readonly AwardEntry[] = []
      if (entries.length > 0) {
        const by = knownLedger()
        const sending = options.send(entries)
        // Only where the server answers: what is marked and then cancelled is voided, not removed.
        if (isAnswering) marking = handledLater(mark(rest.slice(0, AWARDS_AT_ONCE)))
        const answer = await sending
        unanswered = showOutcomes(entries, answer, by)
        await undoAllCancelled(await storing)
        storing = handledLater(storeOutcomes(entries, answer))
        isAnswering = answer.outcomes.size > 0
      }
      remaining = [...unanswered, ...rest].filter(({ teamId }) => !progress.failedTeams.has(teamId))
      if (unanswered.length > 0 || remaining.length < rest.length) marking = null
    }
    await undoAllCancelled(await storing)
  }

  /** Sends a scan or a copy, and stores what the server has decided unless the person has removed it meanwhile. */
  async function sendLone(entry: LoneEntry): Promise<void> {
    progress.sent.add(idOf(entry))
    const outcome = await options.sendLone(entry)
    if (outcome.is !== 'decided') {
      progress.stopped = outcome
      return
    }
    if (outcome.answer !== null) options.onAnswer?.(outcome.answer)
    await take([idOf(entry)], new Map([[idOf(entry), () => outcome.remaining]]), [])
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
    const blocked = await options.settleTimes(waiting, entries)
    if (blocked !== null) return blocked
    await sendAwards(waiting.filter(isAward))
    for (const entry of waiting) if (!isAward(entry) && mayGoOn()) await sendLone(entry)
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0
    ? { is: 'later', silent: false, retryAfterMs: null }
    : { is: 'empty' }
}
