import { meetLedger, staysWaiting } from './confirmed-awards'
import { greatestOrder, type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import { parseStored, type RecoverableOutboxStore } from './outbox-store'

export interface Memory {
  readonly stored: Map<string, unknown>
  generation: string | null
  /** What `meetLedger` remembers, by award id. */
  kept?: Map<string, OutboxEntry>
  ledgers?: readonly string[]
}

/** An outbox store in memory: the rehearsal's phones, and tests. */
export function createMemoryOutboxStore(memory: Memory = { stored: new Map(), generation: null }): RecoverableOutboxStore {
  const { stored } = memory
  const kept = () => (memory.kept ??= new Map())
  return {
    async append(entry, lastOrder = 0) {
      const order = Math.max(lastOrder, greatestOrder(parseStored(stored).entries)) + 1
      const last = structuredClone({ ...entry, order })
      stored.set(entry.awardId, last)
      return last
    },
    async update(awardIds, change) {
      const outcomes = new Map<string, OutboxEntry | null>()
      for (const awardId of awardIds) {
        const entry = parseOutboxEntry(stored.get(awardId))
        if (entry === null) continue
        const changed = change(entry)
        const left = staysWaiting(changed)
        if (left === null) stored.delete(awardId)
        else stored.set(awardId, left)
        if (changed !== left && changed !== null) kept().set(awardId, changed)
        outcomes.set(awardId, left)
      }
      return outcomes
    },
    async noteVoid(awardId) {
      const entry = kept().get(awardId)
      if (entry !== undefined) kept().set(awardId, { ...entry, cancelled: true })
    },
    async meetLedger(told, serverTime) {
      const met = meetLedger({ ledgers: memory.ledgers ?? [], confirmed: [...kept().values()] }, told, serverTime)
      memory.ledgers = met.ledgers
      for (const awardId of met.forget) kept().delete(awardId)
      for (const entry of met.again) if (!stored.has(entry.awardId)) stored.set(entry.awardId, entry)
      return met.again.length > 0
    },
    read: async () => ({ ...parseStored(stored), generation: memory.generation }),
    async restore(entries, generation) {
      for (const entry of entries()) if (!stored.has(entry.awardId)) stored.set(entry.awardId, entry)
      memory.generation = generation
    },
  }
}
