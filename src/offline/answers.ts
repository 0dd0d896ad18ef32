import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import { serverNow } from '#lib/server-clock'
import { serverLedger } from '../api/connection'
import { asConfirmed, TEAM_GONE } from './confirmed-awards'
import {
  type AwardEntry,
  changeAward,
  idOf,
  isAward,
  type LoneEntry,
  type OutboxEntry,
} from './entry'
import { type OutboxStore, staysWaiting } from './store'
import type { AwardOutcome } from './transport'

/** Returns the entry as an answer changes it; null if the answer removes it. */
export type EntryChange = (entry: OutboxEntry) => OutboxEntry | null

/** Keyed by entry id. */
export type EntryChanges = ReadonlyMap<string, EntryChange>

/** Rule 17: the award or void waits for the organiser. */
export const LATE: Code = 'KEPT_FOR_ORGANISER'

/** The ledger that will record the next award; null if unknown. */
export const knownLedger = () => serverLedger.get()?.ledger ?? null

/** Returns the change that marks an award, recorded or voided, as just confirmed by ledger `by`. */
export function confirmedBy(award: Award, by: string | null): (stored: AwardEntry) => AwardEntry {
  const at = serverNow()
  return (stored) => asConfirmed(stored, award, { at, by })
}

/** Returns the change that the server's outcome makes to an award's entry. */
export function changeBy(outcome: AwardOutcome, by: string | null): EntryChange {
  switch (outcome.kind) {
    case 'recorded': {
      const confirm = confirmedBy(outcome.award, by)
      // Cancelled while it was sent: it must be voided.
      return changeAward((stored) => (stored.cancelled ? stored : confirm(stored)))
    }
    case 'refused': {
      const { code, reason } = outcome
      return changeAward((stored) => {
        if (stored.cancelled && code === LATE) return stored
        // Nobody needs to see the refusal of a cancelled award, or of one whose team a reset
        // deleted.
        const isOver = stored.cancelled || (stored.beforeReset === true && code === TEAM_GONE)
        return isOver ? null : { ...stored, refusal: { code, reason, by } }
      })
    }
    case 'failed':
      return (entry) => entry
  }
}

/**
 * Returns the stored entry with the fate that the server decided for the entry as sent. If a touch
 * with a proof replaced the scan meanwhile, the server has not decided about that touch.
 */
function withFateOf(stored: OutboxEntry, sent: LoneEntry): OutboxEntry {
  if (stored.kind === 'copy' && sent.kind === 'copy') return { ...stored, fate: sent.fate }
  if (stored.kind !== 'scan' || sent.kind !== 'scan') return stored
  return stored.proof?.cmac === sent.proof?.cmac ? { ...stored, fate: sent.fate } : stored
}

/**
 * Returns the change that stores the server's decision about a scan or a copy. It changes the fate
 * alone, because the entry's time may have been settled since the entry was read. It removes a
 * refused entry from before a reset: its player was in a team of the rehearsal, if in any.
 * @param remaining the entry as it was sent, with its new fate; null if nothing remains
 */
export function changeTo(remaining: LoneEntry | null, by: string | null): EntryChange {
  return (stored) => {
    if (remaining === null) return null
    const changed = withFateOf(stored, remaining)
    if (isAward(changed)) return changed
    return changed.beforeReset === true && changed.fate.is === 'refused' ? null : { ...changed, by }
  }
}

/**
 * Holds the server's answers until the device's store has written them. The store may report late
 * or never (fault 96), so screens show the server's answer without waiting for it. A drain sends at
 * most one more batch before these answers are stored.
 */
export function createAnswers() {
  const unstored = new Map<string, EntryChange>()
  return {
    add(changes: EntryChanges): void {
      for (const [id, change] of changes) unstored.set(id, change)
    },
    /** Applies the server's answer to a stored entry. Returns null if it leaves the outbox. */
    applied(entry: OutboxEntry): OutboxEntry | null {
      const change = unstored.get(idOf(entry))
      return change === undefined ? entry : staysWaiting(change(entry))
    },
    /**
     * Stores the pending answers in one transaction. Returns the result of `OutboxStore.update`;
     * rejects if storage fails.
     */
    async storeIn(
      store: Pick<OutboxStore, 'update'>,
    ): Promise<ReadonlyMap<string, OutboxEntry | null>> {
      if (unstored.size === 0) return new Map()
      const storing = new Map(unstored)
      const stored = await store.update(
        [...storing.keys()],
        (entry) => storing.get(idOf(entry))?.(entry) ?? null,
      )
      for (const [id, change] of storing) if (unstored.get(id) === change) unstored.delete(id)
      return stored
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>
