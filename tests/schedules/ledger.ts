import type { DatabaseLocation } from '#server/db/database-url'
import type { AwardsTable } from '#server/db/tables'
import { connect } from '../support/connect'

export interface LedgerRow extends AwardsTable {
  readonly voided_at: number | null
}

/**
 * The ledger as last read, on a separate connection. Schedules use it in places where they cannot
 * wait for a database.
 */
export function openLedger(location: DatabaseLocation) {
  const db = connect(location)
  let rows: readonly LedgerRow[] = []
  return {
    /** Oldest first. */
    rowsOfTeam: (teamId: string) => rows.filter((row) => row.team_id === teamId),
    rowOf: (awardId: string) => rows.find((row) => row.award_id === awardId),
    /** Reads the ledger of these teams. Await it after everything that may change the ledger. */
    async read(teamIds: readonly string[]): Promise<void> {
      rows = await db
        .selectFrom('awards')
        .leftJoin('voids', 'voids.award_id', 'awards.award_id')
        .where('awards.team_id', 'in', teamIds)
        .orderBy('awards.awarded_at')
        .selectAll('awards')
        .select('voids.voided_at')
        .execute()
    },
    close: () => db.destroy(),
  }
}
