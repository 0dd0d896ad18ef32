import { sql } from 'kysely'
import type { Database, Reader } from '../database'
import { jsonTexts } from '../json-rows'

/** Tables to which rows are only added, but for the purge of old refusals. */
export type CountedTable = 'awards' | 'voids' | 'refusals'

export interface TableCount {
  readonly total: number
  /** SQLite: the newest row that was counted. */
  readonly newest: number
}

async function countRows(db: Reader, table: CountedTable): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Counts a table's rows. SQLite runs in this process, and counting a million rows there holds up every call, so only rows after
 * those of `before` are counted. PostgreSQL knows no order of rows, and counts these in a process of its own.
 */
export async function countTable(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  table: CountedTable,
  before: TableCount | undefined,
): Promise<TableCount> {
  if (engine === 'postgres') return { total: await countRows(read, table), newest: 0 }
  const name = sql.table(table)
  const query =
    before === undefined
      ? sql<TableCount>`select (select count(*) from ${name}) as total, (select coalesce(max(rowid), 0) from ${name}) as newest`
      : sql<TableCount>`
          select count(*) + ${before.total} as total, coalesce(max(rowid), ${before.newest}) as newest
          from ${name} where rowid > ${before.newest}`
  const { rows } = await query.execute(read)
  const [row] = rows
  if (row === undefined) throw new Error(`no count of ${table}`)
  return row
}

/** How many entries each of these teams has in the ledger, or every team has; read from an index. */
export async function countEntries(db: Reader, teamIds: readonly string[] | null): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('awards')
    .$if(teamIds !== null, (query) => query.where('team_id', 'in', jsonTexts(db, JSON.stringify(teamIds))))
    .groupBy('team_id')
    .select((eb) => ['team_id', eb.fn.countAll<number>().as('entries')])
    .execute()
  return new Map(rows.map(({ team_id, entries }) => [team_id, entries]))
}
