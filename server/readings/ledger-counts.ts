import type { Overview } from '#contract/organiser-entities'
import type { Database } from '../db/database'
import { countBeyond } from '../db/queries/hourly-rows'
import { countEntries, countRows } from '../db/queries/ledger-id'
import { cached } from './cached'

interface Counted {
  readonly counts: Pick<Overview['counts'], 'awards' | 'voided' | 'refused'>
  /** The entries of each team: counting a million takes long enough to slow down awards, so after an award only its team's are. */
  readonly byTeam: ReadonlyMap<string, number>
}

/** How many entries, voids and refusals there are: counted once after each change, whoever asks. */
export function createLedgerCounts({ changes, read }: Database) {
  // Refusals are written under the locks of ledgers, like awards and voids.
  const counted = cached<Counted>(changes, ['ledger'], async (before, teamIds) => {
    const entries = await countEntries(read, before === null ? null : teamIds)
    const byTeam = new Map([...(before?.byTeam ?? []), ...entries])
    const counts = {
      awards: [...byTeam.values()].reduce((total, number) => total + number, 0),
      voided: await countRows(read, 'voids'),
      refused: (await countRows(read, 'refusals')) + (await countBeyond(read, 'refusals')),
    }
    return { counts, byTeam }
  })
  return async () => (await counted()).counts
}
