import { useEffect, useState } from 'react'
import { isWaiting, type OutboxEntry } from '../../offline/outbox-entry'
import { useOutbox } from '../../offline/use-outbox'

/** Rows move only after nothing has changed for so long (ms): a cancel must not hit the award beside the one it was meant for. */
const STEADY_MS = 6_000

/** A row of the outbox's list, and whether its award is still in the outbox. */
export interface OutboxRow {
  readonly entry: OutboxEntry
  readonly gone: boolean
}

/** What asks for a person comes first. */
function arrange(entries: readonly OutboxEntry[]): OutboxRow[] {
  const rows = entries.map((entry) => ({ entry, gone: false }))
  return [...rows.filter(({ entry }) => !isWaiting(entry)), ...rows.filter(({ entry }) => isWaiting(entry))]
}

/** The rows in the places that they have, what left the outbox among them, and what is new behind them. */
function keepPlaces(rows: readonly OutboxRow[], entries: readonly OutboxEntry[]): OutboxRow[] {
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

/** The outbox's rows: each keeps its place until the outbox has been quiet for a while. */
export function useOutboxRows(): readonly OutboxRow[] {
  const { entries } = useOutbox()
  const [places, setPlaces] = useState<readonly OutboxRow[]>(() => arrange(entries))
  const rows = keepPlaces(places, entries)
  if (!isSame(rows, places)) setPlaces(rows)
  useEffect(() => {
    const timer = setTimeout(() => setPlaces(arrange(entries)), STEADY_MS)
    return () => clearTimeout(timer)
  }, [entries])
  return rows
}
