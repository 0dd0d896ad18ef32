import { afterReset, reconcileLedger } from '../../src/offline/confirmed-awards'
import {
  type AwardEntry,
  greatestOrder,
  idOf,
  isAward,
  type OutboxEntry,
  parseEntry,
} from '../../src/offline/entry'
import { parseStored, type RecoverableOutboxStore, staysWaiting } from '../../src/offline/store'

export interface Memory {
  readonly stored: Map<string, unknown>
  generation: string | null
  /** The confirmed awards of `reconcileLedger`, by award id. */
  confirmed?: Map<string, AwardEntry>
  ledgers?: readonly string[]
}

/**
 * An outbox store in memory. A test may delete any part of its `Memory`, as a browser may lose
 * stored data.
 */
export function createMemoryOutboxStore(
  memory: Memory = { stored: new Map(), generation: null },
): RecoverableOutboxStore {
  const { stored } = memory
  const confirmed = () => (memory.confirmed ??= new Map())
  function applyReset(ledger: string): void {
    for (const [id, entry] of afterReset(parseStored(stored).entries, ledger))
      if (entry === null) stored.delete(id)
      else stored.set(id, entry)
  }
  return {
    async append(entry, lastOrder = 0) {
      const order = Math.max(lastOrder, greatestOrder(parseStored(stored).entries)) + 1
      const last = structuredClone({ ...entry, order })
      stored.set(idOf(entry), last)
      return last
    },
    async update(ids, change) {
      const outcomes = new Map<string, OutboxEntry | null>()
      for (const id of ids) {
        const entry = parseEntry(stored.get(id))
        if (entry === null) continue
        const changed = change(entry)
        const left = staysWaiting(changed)
        if (left === null) stored.delete(id)
        else stored.set(id, left)
        if (changed !== null && changed !== left && isAward(changed)) confirmed().set(id, changed)
        outcomes.set(id, left)
      }
      return outcomes
    },
    async recordVoid(awardId) {
      const entry = confirmed().get(awardId)
      if (entry !== undefined) confirmed().set(awardId, { ...entry, cancelled: true })
    },
    async reconcileLedger(current, serverTime) {
      const result = reconcileLedger(
        { ledgers: memory.ledgers ?? [], confirmed: [...confirmed().values()] },
        current,
        serverTime,
      )
      memory.ledgers = result.ledgers
      for (const awardId of result.forget) confirmed().delete(awardId)
      for (const entry of result.again)
        if (!stored.has(entry.awardId)) stored.set(entry.awardId, entry)
      if (result.isEmptied) applyReset(current.ledger)
      return result.again.length > 0 || result.isEmptied
    },
    read: async () => ({ ...parseStored(stored), generation: memory.generation }),
    async restore(entries, generation) {
      for (const entry of entries()) if (!stored.has(idOf(entry))) stored.set(idOf(entry), entry)
      memory.generation = generation
    },
  }
}
