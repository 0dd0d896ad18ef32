import type { Database } from '../db/database'
import { readRefusalsBeyond } from '../db/queries/refusals'
import { countEntries, countTable, type TableCount } from '../db/queries/table-counts'
import { cached } from './cached'

export interface LedgerCounts {
  readonly awards: number
  readonly voided: number
  readonly refused: number
}

interface Counted {
  readonly awards: TableCount
  readonly voids: TableCount
  readonly refusals: TableCount
  readonly beyond: number
  /** The entries of each team, on PostgreSQL. */
  readonly byTeam: ReadonlyMap<string, number>
}

/** Rows may be gone after any change but an award: the daily purge deletes old refusals, and another process may do anything. */
async function countNew(db: Database, before: Counted | null, teamIds: readonly string[]): Promise<Counted> {
  const isByTeam = db.engine === 'postgres'
  // Counting a million rows takes long enough there to slow down awards.
  const counted = isByTeam ? await countEntries(db.read, before === null ? null : teamIds) : []
  const byTeam = new Map([...(before?.byTeam ?? []), ...counted])
  const entries = { total: [...byTeam.values()].reduce((total, number) => total + number, 0), newest: 0 }
  return {
    byTeam,
    awards: isByTeam ? entries : await countTable(db, 'awards', before?.awards),
    voids: await countTable(db, 'voids', before?.voids),
    refusals: await countTable(db, 'refusals', before?.refusals),
    beyond: await readRefusalsBeyond(db.read),
  }
}

/** How many entries, voids and refusals there are: counted once after each change, whoever asks, and only what is new. */
export function createLedgerCounts(db: Database): () => Promise<LedgerCounts> {
  // Refusals are written under the locks of ledgers, like awards and voids.
  const counted = cached<Counted>(db.changes, ['ledger'], (before, teamIds) => countNew(db, before, teamIds))
  return async () => {
    const { awards, voids, refusals, beyond } = await counted()
    return { awards: awards.total, voided: voids.total, refused: refusals.total + beyond }
  }
}
