import type { Code } from '#contract/codes'
import type { Award } from '#contract/entities'
import type { ServerLedger } from '../api/connection'
import { type AwardEntry, idOf, isAward, isWaiting, type OutboxEntry } from './entry'

/**
 * How long a device stores confirmed awards (ms), in case the server's database is replaced by a
 * backup.
 */
const CONFIRMED_MS = 24 * 3_600_000
/**
 * The page life of confirmed awards. It matches no page, because only the server's clock measures
 * their age.
 */
const NO_PAGE_LIFE = 'ledger'

interface ConfirmedAwards {
  /** The ledgers that the device knows, oldest first. */
  readonly ledgers: readonly string[]
  /** The awards that these ledgers confirmed, made by `asConfirmed`. */
  readonly confirmed: readonly AwardEntry[]
}

/**
 * Returns the entry as confirmed by the ledger `by` at `at` (ms, server time), with the award's
 * time in that ledger, so that a resend changes no time between two awards. A voided award stays
 * `cancelled`.
 */
export function asConfirmed(
  entry: AwardEntry,
  { awarded_at, voided }: Award,
  { at, by }: { readonly at: number; readonly by: string | null },
): AwardEntry {
  const made = {
    ...entry.made,
    pageLife: NO_PAGE_LIFE,
    serverTime: Date.parse(awarded_at),
    lastContact: null,
  }
  const cancelled = entry.cancelled || voided
  return { ...entry, made, cancelled, confirmedAt: at, confirmedBy: by }
}

/** Voids first, because the cooldown of an award to be voided may block another; then by time. */
function inLedgerOrder(a: AwardEntry, b: AwardEntry): number {
  return (
    Number(b.cancelled) - Number(a.cancelled) || (a.made.serverTime ?? 0) - (b.made.serverTime ?? 0)
  )
}

/**
 * Compares the confirmed awards with the server's current ledger. `forget` lists the awards to
 * delete, `again` those that return to the outbox, ahead of its other entries. A device that knows
 * no ledger yet has nothing to compare.
 */
export function reconcileLedger(
  { ledgers, confirmed }: ConfirmedAwards,
  current: ServerLedger,
  serverTime: number,
) {
  const recent = confirmed.filter(
    ({ confirmedAt }) => confirmedAt !== null && confirmedAt > serverTime - CONFIRMED_MS,
  )
  const isNew = ledgers.length > 0 && !ledgers.includes(current.ledger)
  const isLatest = ledgers.at(-1) === current.ledger
  // An earlier ledger may also have confirmed the award by a late answer, stored after a tab
  // reconciled with the current ledger.
  const ofEarlier = ({ confirmedBy }: AwardEntry) =>
    isNew || (isLatest && confirmedBy !== null && confirmedBy !== current.ledger)
  const again = current.fresh ? [] : recent.filter(ofEarlier).sort(inLedgerOrder)
  const kept = new Set(recent.filter((entry) => !ofEarlier(entry)))
  return {
    ledgers: isNew || ledgers.length === 0 ? [...ledgers, current.ledger] : ledgers,
    /** True if the event was emptied since the device last spoke to the server. */
    isEmptied: isNew && current.fresh,
    forget: confirmed.filter((entry) => !kept.has(entry)).map(({ awardId }) => awardId),
    again: again.map((entry, index) => ({
      ...entry,
      confirmedAt: null,
      again: true,
      attempted: true,
      order: index - again.length,
    })),
  }
}

/** The refusal that awards of a rehearsal get after a reset, which deletes every team. */
export const TEAM_GONE: Code = 'TEAM_NOT_FOUND'

/**
 * Returns the entries that change once the event was emptied (fault 92), by id. Null removes an
 * entry that the server decided in the rehearsal, which concerns nobody any more. A decision of the
 * current ledger stays, because that ledger may have answered before the device knew it. So does a
 * decision of an unknown ledger, unless it says that the team is gone.
 */
export function afterReset(
  entries: readonly OutboxEntry[],
  current: string,
): ReadonlyMap<string, OutboxEntry | null> {
  const changed = new Map<string, OutboxEntry | null>()
  for (const entry of entries) {
    const by = isAward(entry) ? entry.refusal?.by : entry.by
    const isOfEarlierLedger = by != null && by !== current
    const isOfRehearsal = isOfEarlierLedger || (isAward(entry) && entry.refusal?.code === TEAM_GONE)
    if (isWaiting(entry)) changed.set(idOf(entry), { ...entry, beforeReset: true })
    else if (isOfRehearsal) changed.set(idOf(entry), null)
  }
  return changed
}
