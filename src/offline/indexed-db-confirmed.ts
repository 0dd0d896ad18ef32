import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { ToldLedger } from '../api/connection'
import { meetLedger } from './confirmed-awards'
import { parseOutboxEntry } from './outbox-entry'

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
