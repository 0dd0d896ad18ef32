import type { Change } from '../db/changes'
import type { Database } from '../db/database'
import { readRefusalsBeyond } from '../db/queries/refusals'
import { type CountedTable, countEntries, countTable, type TableCount } from '../db/queries/table-counts'

export interface LedgerCounts {
  readonly awards: number
  readonly voided: number
  readonly refused: number
}

/** Refusals are written under the locks of ledgers, like awards and voids. */
const concernsLedger = ({ on }: Change) => on === 'ledger' || on === 'roster' || on === 'event' || on === 'anything'

/**
 * Counts the ledger's entries on PostgreSQL: team by team, so that after an award only its team is counted again. Counting a
 * million rows takes long enough there to slow down awards.
 */
function createEntryCount({ changes, read }: Database): () => Promise<number> {
  const changed = new Set<string>()
  let byTeam: Map<string, number> | null = null

  changes.subscribe((change) => {
    if (change.on === 'ledger') for (const teamId of change.teamIds) changed.add(teamId)
    else if (change.on === 'anything') byTeam = null
  })

  async function bringUpToDate(): Promise<number> {
    const before = byTeam
    const teamIds = [...changed]
    changed.clear()
    try {
      const counted = await countEntries(read, before === null ? null : teamIds)
      const all = new Map([...(before ?? []), ...counted])
      // Unless another process has changed something unknown meanwhile.
      if (byTeam === before) byTeam = all
      return [...all.values()].reduce((total, entries) => total + entries, 0)
    } catch (reason) {
      for (const teamId of teamIds) changed.add(teamId)
      throw reason
    }
  }

  // One after the other, so that no older count replaces a newer one.
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const own = last.then(bringUpToDate)
    last = own.catch(() => undefined)
    return own
  }
}

/** How many entries, voids and refusals there are: counted once after each change, whoever asks, and only what is new. */
export function createLedgerCounts(db: Database): () => Promise<LedgerCounts> {
  let counted = new Map<CountedTable, TableCount>()
  const countByTeam = db.engine === 'postgres' ? createEntryCount(db) : null
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
    const awards = countByTeam === null ? await count('awards', known) : await countByTeam()
    const refused = (await count('refusals', known)) + (await readRefusalsBeyond(db.read))
    return { awards, voided: await count('voids', known), refused }
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
