import type { Award } from '#contract/entities'
import type { OutboxEntry } from './outbox-entry'
import type { OutboxView } from './outbox-view'

/** The state of an award of this device, as far as this page knows. */
export type AwardState =
  | { readonly is: 'waiting'; readonly awardId: string }
  | { readonly is: 'sending'; readonly awardId: string }
  /** Cancelled after it was sent: the server has to be told; `sending` while it is. */
  | { readonly is: 'cancelling'; readonly sending: boolean }
  /** Cancelled before it was sent; `restorable` while this page can bring it back. */
  | { readonly is: 'withdrawn'; readonly awardId: string; readonly restorable: boolean }
  /** The server's award, which may be voided by now. */
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly awardId: string; readonly reason: string }
  /** The award is recorded, and the server refused to void it. */
  | { readonly is: 'not-undone'; readonly awardId: string; readonly reason: string }

/**
 * The state of an award; null if this page knows nothing of it: it was dismissed, or never stored.
 * @param entry its entry in the view, if there is one
 */
export function stateOfAward(view: OutboxView, awardId: string, entry: OutboxEntry | undefined): AwardState | null {
  const award = view.recorded.get(awardId)
  if (entry === undefined) {
    if (award !== undefined) return { is: 'recorded', award }
    const withdrawn = view.withdrawn.get(awardId)
    return withdrawn === undefined ? null : { is: 'withdrawn', awardId, restorable: withdrawn !== null }
  }
  if (entry.refusal !== null) {
    return { is: entry.cancelled ? 'not-undone' : 'refused', awardId, reason: entry.refusal.reason }
  }
  const sending = view.sending.has(awardId)
  if (entry.cancelled) return { is: 'cancelling', sending }
  // Recorded by an earlier ledger alone is not recorded any more.
  if (award !== undefined && !entry.again) return { is: 'recorded', award }
  return { is: sending ? 'sending' : 'waiting', awardId }
}
