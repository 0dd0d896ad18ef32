import { nextOrder, type OutboxEntry, parseOutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'

/** An outbox that ends with the page, for devices that refuse storage and for schedules of faults in tests. */
export function createMemoryOutboxStore(stored: Map<string, unknown> = new Map()): OutboxStore {
  function readAll() {
    const entries: OutboxEntry[] = []
    const unreadable: string[] = []
    for (const [key, value] of stored) {
      const entry = parseOutboxEntry(value)
      if (entry === null) unreadable.push(key)
      else entries.push(entry)
    }
    return { entries, unreadable }
  }
  return {
    async append(entry) {
      const last = structuredClone({ ...entry, order: nextOrder(readAll().entries) })
      stored.set(entry.awardId, last)
      return last
    },
    async read() {
      return readAll()
    },
    async change(awardId, change) {
      const entry = parseOutboxEntry(stored.get(awardId))
      if (entry === null) return null
      const changed = change(entry)
      stored.set(awardId, changed)
      return changed
    },
    async take(awardId, expected) {
      const entry = parseOutboxEntry(stored.get(awardId))
      return entry !== null && expected(entry) && stored.delete(awardId)
    },
  }
}
