import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import { serverNow } from '#lib/server-clock'
import { serverLedger } from '../api/connection'
import { type AwardEntry, idOf, type OutboxEntry } from './entry'
import { asConfirmed, changeAward, type OutboxStore, staysWaiting } from './store'
import type { AwardOutcome } from './transport'

/** The entry after an answer; null if nothing of it remains. */
export type EntryChange = (entry: OutboxEntry) => OutboxEntry | null

/** By the entry's id. */
export type EntryChanges = ReadonlyMap<string, EntryChange>

/** Rule 17: the organiser has the award or the void. */
export const LATE: Code = 'KEPT_FOR_ORGANISER'

/** The ledger that the next answer comes from, as far as known. */
export const knownLedger = () => serverLedger.get()?.ledger ?? null

/** The award once the ledger `by` has just recorded it, or its void. */
export function confirmedBy(award: Award, by: string | null): (stored: AwardEntry) => AwardEntry {
  const at = serverNow()
  return (stored) => asConfirmed(stored, award, { at, by })
}

/** The award after the server's outcome. */
export function changeBy(outcome: AwardOutcome, by: string | null): EntryChange {
  switch (outcome.is) {
    case 'recorded': {
      const confirm = confirmedBy(outcome.award, by)
      // Cancelled meanwhile: it has to be voided.
      return changeAward((stored) => (stored.cancelled ? stored : confirm(stored)))
    }
    case 'refused': {
      const { code, reason } = outcome
      return changeAward((stored) => {
        if (stored.cancelled && code === LATE) return stored
        // Cancelled and never recorded: nothing to show.
        return stored.cancelled ? null : { ...stored, refusal: { code, reason } }
      })
    }
    case 'failed':
      return (entry) => entry
  }
}

/**
 * The server's answers until the device's store has taken them. It may report late or never (fault 96): screens show what the server
 * answered whatever the store says, and nothing is sent before the answers to what was sent are stored.
 */
export function createAnswers() {
  const unstored = new Map<string, EntryChange>()
  return {
    add(changes: EntryChanges): void {
      for (const [id, change] of changes) unstored.set(id, change)
    },
    /** A stored entry as it is after the server's answer; null if nothing of it waits. */
    applied(entry: OutboxEntry): OutboxEntry | null {
      const change = unstored.get(idOf(entry))
      return change === undefined ? entry : staysWaiting(change(entry))
    },
    /** Stores in one transaction what is not stored yet. Returns as `OutboxStore.update`; rejects if storage fails. */
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
