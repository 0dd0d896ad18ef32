import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { DatabaseLocation } from '#server/db/open'
import { createTestDatabase, type Engine } from '../support/databases'

export interface LedgerRow {
  readonly award_id: string
  readonly team_id: string
  readonly vendor_id: string
  readonly user_id: string
  readonly point_type: string
  readonly points: number
  readonly awarded_at: number
  readonly received_at: number
  readonly voided: 0 | 1
}

/** What the ledger holds, read past the server on a connection of its own. */
export interface Ledger {
  /** Oldest first. */
  rowsOfTeam(teamId: string): LedgerRow[]
  rowOf(awardId: string): LedgerRow | undefined
  /** Reads the ledger of these teams; to be awaited after whatever may have changed it. */
  read(teamIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** An empty database of an engine, and how its ledger is read. */
export interface ScheduleDatabase {
  readonly location: DatabaseLocation
  /** Once the tables are there. */
  openLedger(): Promise<Ledger>
  drop(): Promise<void>
}

const ROWS =
  'select awards.*, case when exists (select 1 from voids where voids.award_id = awards.award_id) then 1 else 0 end as voided from awards'

function openSqliteLedger(file: string): Ledger {
  const db = new DatabaseSync(file, { readOnly: true })
  const rowsOfTeam = db.prepare(`${ROWS} where team_id = ? order by awarded_at`)
  const rowOf = db.prepare(`${ROWS} where award_id = ?`)
  return {
    // The columns are those of the ledger, which no type can tell.
    rowsOfTeam: (teamId) => rowsOfTeam.all(teamId) as unknown as LedgerRow[],
    rowOf: (awardId) => rowOf.get(awardId) as unknown as LedgerRow | undefined,
    read: async () => undefined,
    close: async () => db.close(),
  }
}

/** PostgreSQL cannot be read without waiting, so its rows are those of the last `read`. */
async function openPostgresLedger(url: string): Promise<Ledger> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: numbersAsNumbers } })
  await client.connect()
  let rows: readonly LedgerRow[] = []
  return {
    rowsOfTeam: (teamId) => rows.filter((row) => row.team_id === teamId),
    rowOf: (awardId) => rows.find((row) => row.award_id === awardId),
    async read(teamIds) {
      const answer = await client.query<LedgerRow>(`${ROWS} where team_id = any($1) order by awarded_at`, [teamIds])
      rows = answer.rows
    },
    close: () => client.end(),
  }
}

const numbersAsNumbers: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)

export async function createScheduleDatabase(engine: Engine): Promise<ScheduleDatabase> {
  const { location, drop } = await createTestDatabase(engine)
  const openLedger = async () =>
    location.engine === 'sqlite' ? openSqliteLedger(location.file) : openPostgresLedger(location.url)
  return { location, openLedger, drop }
}
