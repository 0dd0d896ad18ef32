import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { Award } from '#contract/entities'
import type { ToldLedger } from '../../api/connection'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'

/** How long a device keeps what the server has confirmed (ms), in case a backup takes the place of the server's database. */
const KEPT_MS = 24 * 3_600_000
/** A placeholder for the life of a page: a kept award's age is measured by the server's clock only. */
const NO_PAGE_LIFE = 'ledger'

/** What a device remembers of ledgers. */
export interface Remembered {
  /** The ledgers that it has met, oldest first. */
  readonly ledgers: readonly string[]
  /** What they have confirmed, as `asConfirmed` made it. */
  readonly confirmed: readonly OutboxEntry[]
}

/**
 * An award as it is kept, confirmed `at` (ms, server time) `by` a ledger, with that ledger's own time: sent again, it keeps its
 * distance from all others. One that was voided stays `cancelled`.
 */
export function asConfirmed(
  entry: OutboxEntry,
  { awarded_at }: Award,
  { at, by }: { readonly at: number; readonly by: string | null },
): OutboxEntry {
  const made = { ...entry.made, pageLife: NO_PAGE_LIFE, serverTime: Date.parse(awarded_at), lastContact: null }
  return { ...entry, made, confirmedAt: at, confirmedBy: by }
}

/** Voids first, because an award that ought to be void may pause another one; then in the order of their times. */
function inLedgerOrder(a: OutboxEntry, b: OutboxEntry): number {
  return Number(b.cancelled) - Number(a.cancelled) || (a.made.serverTime ?? 0) - (b.made.serverTime ?? 0)
}

/** The part of a changed entry that stays in the outbox. */
export function staysWaiting(changed: OutboxEntry | null): OutboxEntry | null {
  return changed?.confirmedAt === null ? changed : null
}

/**
 * What becomes of it once the server says which ledger it holds: `forget` is kept no longer, and `again` goes back into the
 * outbox, before all that waits there. A device that has met no ledger yet has nothing to compare.
 */
export function meetLedger({ ledgers, confirmed }: Remembered, told: ToldLedger, serverTime: number) {
  const kept = confirmed.filter(({ confirmedAt }) => confirmedAt !== null && confirmedAt > serverTime - KEPT_MS)
  const isNew = ledgers.length > 0 && !ledgers.includes(told.ledger)
  const isLatest = ledgers.at(-1) === told.ledger
  // Also a late answer of the server before, which another tab took for this one's.
  const ofEarlier = ({ confirmedBy }: OutboxEntry) => isNew || (isLatest && confirmedBy !== null && confirmedBy !== told.ledger)
  const again = told.fresh ? [] : kept.filter(ofEarlier).sort(inLedgerOrder)
  const stays = new Set(kept.filter((entry) => !ofEarlier(entry)))
  return {
    ledgers: isNew || ledgers.length === 0 ? [...ledgers, told.ledger] : ledgers,
    forget: confirmed.filter((entry) => !stays.has(entry)).map(({ awardId }) => awardId),
    again: again.map((entry, index) => ({
      ...entry,
      ...{ confirmedAt: null, again: true, attempted: true, order: index - again.length },
    })),
  }
}

/** Ids of the ledgers that the device has met. */
const LEDGERS = 'ledgers'
/** Before the ids of confirmed awards: they share a store with other keys, and versions of the app that do not know them leave them alone. */
const CONFIRMED = 'confirmed:'
const ledgersSchema = v.fallback(v.array(v.string()), [])

export function confirmedKey(awardId: string): string {
  return CONFIRMED + awardId
}

/** `OutboxStore.meetLedger` within a transaction. `meta` holds what was confirmed, `awards` what waits. */
export async function meetLedgerIn(
  meta: IDBObjectStore,
  awards: IDBObjectStore,
  told: ToldLedger,
  serverTime: number,
): Promise<boolean> {
  const [waiting, known, values] = await Promise.all([
    promisifyRequest(awards.getAllKeys()),
    promisifyRequest<unknown>(meta.get(LEDGERS)),
    promisifyRequest<unknown[]>(meta.getAll(IDBKeyRange.bound(CONFIRMED, `${CONFIRMED}\uffff`))),
  ])
  const ledgers = v.parse(ledgersSchema, known)
  const confirmed = values.flatMap((value) => parseOutboxEntry(value) ?? [])
  const met = meetLedger({ ledgers, confirmed }, told, serverTime)
  if (met.ledgers !== ledgers) meta.put(met.ledgers, LEDGERS)
  for (const awardId of met.forget) meta.delete(confirmedKey(awardId))
  const stored = new Set<IDBValidKey>(waiting)
  for (const entry of met.again) if (!stored.has(entry.awardId)) awards.put(entry, entry.awardId)
  return met.again.length > 0
}
