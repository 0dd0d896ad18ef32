import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import { toldLedger } from '../../api/connection'
import { serverNow } from '../../server-clock'
import type { Blocked } from '../queue/sender'
import { asConfirmed } from './confirmed-awards'
import type { OutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'
import type { SendOutcome, SentAwards } from './send-awards'

export interface SettleOptions {
  readonly store: OutboxStore
  /** Voids a recorded award; a 'recorded' outcome carries the voided award. */
  readonly undo: (entry: OutboxEntry) => Promise<SendOutcome>
  /** Called for each entry that left the outbox (`entry` null) or changed; `award` is the server's, if it recorded one. */
  readonly onSettled?: (awardId: string, entry: OutboxEntry | null, award: Award | null) => void
}

/** What the lanes of one drain share. */
export interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: Blocked | null
  /** Teams with an award that failed in this drain. Their other awards wait for the next drain. */
  readonly failedTeams: Set<string>
}

export const knownLedger = () => toldLedger.get()?.ledger ?? null
const NOT_THERE: Code = 'AWARD_NOT_FOUND'
/** Rule 17: the organiser has the award or the void. */
const KEPT: Code = 'KEPT_FOR_ORGANISER'

/**
 * Voids an award that was cancelled before or while it was sent, recorded or late.
 * @param award as this ledger recorded it; null if it may lack it
 */
async function undoCancelled(options: SettleOptions, entry: OutboxEntry, award: Award | null, progress: Progress): Promise<void> {
  const { store, undo, onSettled } = options
  const { awardId } = entry
  const by = knownLedger()
  const outcome = await undo(entry)
  switch (outcome.is) {
    case 'recorded': {
      const voided = outcome.award
      await store.update([awardId], (stored) => asConfirmed(stored, voided, { at: serverNow(), by }))
      onSettled?.(awardId, null, voided)
      return
    }
    case 'refused': {
      const { code, reason } = outcome
      // A ledger without the award has nothing to void.
      const isGone = code === NOT_THERE
      // The organiser has the award too: neither is recorded.
      const cancelled = code !== KEPT || award !== null
      const left = await store.update([awardId], (stored) =>
        isGone ? null : { ...stored, cancelled, refusal: { code, reason } },
      )
      onSettled?.(awardId, left.get(awardId) ?? null, award)
      return
    }
    case 'failed':
      progress.failedTeams.add(entry.teamId)
      return
    case 'later':
    case 'other-session':
      progress.stopped ??= outcome
      return
  }
}

/** Leaves to the next drain what cannot be voided now: the server may have asked for a pause (fault 14). */
export async function undoAllCancelled(
  options: SettleOptions,
  cancelled: readonly (readonly [OutboxEntry, Award | null])[],
  progress: Progress,
): Promise<void> {
  for (const [entry, award] of cancelled) {
    if (progress.stopped !== null) return
    if (!progress.failedTeams.has(entry.teamId)) await undoCancelled(options, entry, award, progress)
  }
}

/** Stores the server's outcomes in one transaction and reports them to `onSettled`. */
export async function settle(
  options: SettleOptions,
  sent: readonly OutboxEntry[],
  answer: SentAwards,
  by: string | null,
  progress: Progress,
): Promise<void> {
  const { store, onSettled } = options
  const left = await store.update([...answer.outcomes.keys()], (stored) => {
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
  const cancelled: (readonly [OutboxEntry, Award | null])[] = []
  for (const entry of sent) {
    const { awardId, teamId } = entry
    const outcome = answer.outcomes.get(awardId)
    // Absent: another page sent a copy of it and removed it.
    const stored = left.get(awardId) ?? null
    if (outcome?.is === 'recorded') {
      if (stored !== null) cancelled.push([stored, outcome.award])
      onSettled?.(awardId, stored, outcome.award)
    } else if (outcome?.is === 'refused') {
      if (stored?.refusal === null) cancelled.push([stored, null])
      onSettled?.(awardId, stored, null)
    } else if (outcome?.is === 'failed') progress.failedTeams.add(teamId)
  }
  if (answer.blocked !== null) progress.stopped ??= answer.blocked
  await undoAllCancelled(options, cancelled, progress)
}
