import { type Kysely, sql } from 'kysely'
import type { Database, Reader } from '../database'
import type { Tables } from '../tables'
import type { Row } from './digest'

/** Rows per statement. */
const BATCH = 2_000

/** Everything as it is at one moment, while others go on writing. */
export interface Snapshot {
  readonly db: Reader
  /** All rows of a table, in batches. */
  rows(table: string): AsyncGenerator<readonly Row[]>
}

async function* rowsById(db: Reader, table: string): AsyncGenerator<readonly Row[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Row & { row_number_: number }>`
      select rowid as row_number_, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${BATCH}`.execute(db)
    const newest = rows.at(-1)
    if (newest === undefined) return
    last = newest.row_number_
    yield rows
  }
}

async function* rowsByCursor(db: Reader, table: string): AsyncGenerator<readonly Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from copied`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close copied`.execute(db)
}

/** Runs `work` on one consistent state of the database. Writers are not held up. */
export async function readSnapshot<T>({ engine, read }: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (engine === 'sqlite') {
    return await read.transaction().execute((db: Kysely<Tables>) => work({ db, rows: (table) => rowsById(db, table) }))
  }
  return await read
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db: Kysely<Tables>) => work({ db, rows: (table) => rowsByCursor(db, table) }))
}
