import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { Award } from '#contract/entities'
import type { ToldLedger } from '../api/connection'
import { type Entry, isAward, type New, type OutboxEntry, parseEntry } from './entry'

export interface StoredOutbox {
  readonly entries: readonly Entry[]
  /** Keys of values that cannot be parsed. They are kept and shown, and do not block others (fault 31). */
  readonly unreadable: readonly string[]
}

export function parseStored(stored: Iterable<readonly [key: IDBValidKey, value: unknown]>): StoredOutbox {
  const entries: Entry[] = []
  const unreadable: string[] = []
  for (const [key, value] of stored) {
    const entry = parseEntry(value)
    if (entry === null) unreadable.push(typeof key === 'string' ? key : JSON.stringify(key))
    else entries.push(entry)
  }
  return { entries, unreadable }
}

/**
 * The storage of what waits, one key each. A write resolves only once the device reports that it is on the disk.
 * Every method rejects if storage fails or does not respond within 3 s.
 */
export interface OutboxStore {
  /**
   * Stores an entry with an order greater than all stored ones and `lastOrder`, which covers entries of a lost database.
   * Reads and writes in one transaction. Returns the entry with its order.
   */
  append(entry: New<Entry>, lastOrder?: number): Promise<Entry>
  read(): Promise<StoredOutbox>
  /**
   * Changes the entries that are still stored, in one transaction: `change` returns the new entry, or null to remove it. One
   * with `confirmedAt` leaves the outbox and is kept apart. Returns the result for each entry that was found, null if it has
   * left; missing entries are not created.
   */
  update(ids: readonly string[], change: (entry: Entry) => Entry | null): Promise<ReadonlyMap<string, Entry | null>>
  /** Notes that a confirmed award was voided. */
  noteVoid(awardId: string): Promise<void>
  /**
   * Remembers the server's ledger, and puts what an earlier one confirmed back into the outbox if this one is new to the
   * device, in one transaction: whichever tab is first. Returns true if there was any.
   * @param serverTime ms
   */
  meetLedger(told: ToldLedger, serverTime: number): Promise<boolean>
}

/**
 * A store that detects whether its database was recreated since the copies were written: browsers recreate or evict
 * databases on a full disk (fault 48).
 */
export interface RecoverableOutboxStore extends OutboxStore {
  /** The generation is what `restore` wrote last; null in a recreated database. */
  read(): Promise<StoredOutbox & { readonly generation: string | null }>
  /** Adds missing entries and writes the generation, in one transaction, inside which `entries` is called. */
  restore(entries: () => readonly Entry[], generation: string): Promise<void>
}

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
export function staysWaiting(changed: Entry | null): Entry | null {
  return changed?.kind === 'award' && changed.confirmedAt !== null ? null : changed
}

/** A change of an award; other entries stay as they are. */
export function changeAward(change: (award: OutboxEntry) => OutboxEntry | null): (entry: Entry) => Entry | null {
  return (entry) => (isAward(entry) ? change(entry) : entry)
}

/** The value as an award; none if it is no award that this version of the app can read. */
export function parseAward(stored: unknown): OutboxEntry[] {
  const entry = parseEntry(stored)
  return entry !== null && isAward(entry) ? [entry] : []
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
  const confirmed = values.flatMap(parseAward)
  const met = meetLedger({ ledgers, confirmed }, told, serverTime)
  if (met.ledgers !== ledgers) meta.put(met.ledgers, LEDGERS)
  for (const awardId of met.forget) meta.delete(confirmedKey(awardId))
  const stored = new Set<IDBValidKey>(waiting)
  for (const entry of met.again) if (!stored.has(entry.awardId)) awards.put(entry, entry.awardId)
  return met.again.length > 0
}
