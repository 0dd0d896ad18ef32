import { sql } from 'kysely'
import type { Database, Reader } from '../database'

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
 * those of `before` are counted. PostgreSQL counts in a process of its own.
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
