import { useEffect, useState } from 'react'
import { isWaiting, type OutboxEntry } from '../../offline/entry'
import { useOutbox } from '../../offline/page-outbox'

/** Rows are reordered only after no change for this long (ms), so that a tap on 'cancel' does not hit the row next to it. */
const STEADY_MS = 6_000

export interface OutboxRow {
  readonly entry: OutboxEntry
  /** True once the award has left the outbox. */
  readonly gone: boolean
}

/** Refused awards come first, because they need the user's attention. */
function arrange(entries: readonly OutboxEntry[]): OutboxRow[] {
  const rows = entries.map((entry) => ({ entry, gone: false }))
  return [...rows.filter(({ entry }) => !isWaiting(entry)), ...rows.filter(({ entry }) => isWaiting(entry))]
}

/** Keeps the rows in their positions, including those whose awards are gone, and appends new entries. */
function keepOrder(rows: readonly OutboxRow[], entries: readonly OutboxEntry[]): OutboxRow[] {
  const current = new Map(entries.map((entry) => [entry.awardId, entry]))
  const kept = rows.map(({ entry }) => {
    const stored = current.get(entry.awardId)
    current.delete(entry.awardId)
    return stored === undefined ? { entry, gone: true } : { entry: stored, gone: false }
  })
  return [...kept, ...arrange([...current.values()])]
}

const isSame = (a: readonly OutboxRow[], b: readonly OutboxRow[]) =>
  a.length === b.length && a.every((row, index) => row.entry.awardId === b[index]?.entry.awardId && row.gone === b[index]?.gone)

/** The outbox's rows. Each keeps its position until the outbox has not changed for 6 s. */
export function useOutboxRows(): readonly OutboxRow[] {
  const { entries } = useOutbox()
  const [shown, setShown] = useState<readonly OutboxRow[]>(() => arrange(entries))
  const rows = keepOrder(shown, entries)
  if (!isSame(rows, shown)) setShown(rows)
  useEffect(() => {
    const timer = setTimeout(() => setShown(arrange(entries)), STEADY_MS)
    return () => clearTimeout(timer)
  }, [entries])
  return rows
}
