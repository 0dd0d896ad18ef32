import type { Change } from '../db/changes'
import type { Database } from '../db/database'
import { type CountedTable, countTable, type TableCount } from '../db/queries/table-counts'

export interface LedgerCounts {
  readonly awards: number
  readonly voided: number
  readonly refused: number
}

/** Refusals are written under the locks of ledgers, like awards and voids. */
const concernsLedger = ({ on }: Change) => on === 'ledger' || on === 'roster' || on === 'event' || on === 'anything'

/** How many entries, voids and refusals there are: counted once after each change, whoever asks, and only what is new. */
export function createLedgerCounts(db: Database): () => Promise<LedgerCounts> {
  let counted = new Map<CountedTable, TableCount>()
  let current: Promise<LedgerCounts> | null = null

  db.changes.subscribe((change) => {
    if (!concernsLedger(change)) return
    current = null
    // Rows may be gone: the daily purge deletes old refusals, and another process may do anything.
    if (change.on === 'event' || change.on === 'anything') counted = new Map()
  })

  async function count(table: CountedTable, known: Map<CountedTable, TableCount>): Promise<number> {
    const result = await countTable(db, table, known.get(table))
    known.set(table, result)
    return result.total
  }

  async function countAll(): Promise<LedgerCounts> {
    const known = counted
    return { awards: await count('awards', known), voided: await count('voids', known), refused: await count('refusals', known) }
  }

  return () => {
    if (current !== null) return current
    const made = countAll()
    current = made
    made.catch(() => {
      if (current === made) current = null
    })
    return made
  }
}
