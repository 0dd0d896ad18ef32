import { createHash, type Hash, hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database, Reader, Writer } from './database'
import { isPostgres } from './statement'
import type { Tables } from './tables'
import type { TableShape } from './whole-tables'

export type Row = Readonly<Record<string, unknown>>

/** A hash over all rows of all tables, the same for the same rows in the same order on both engines. */
export function createDigest() {
  const tables = new Map<string, Hash>()
  return {
    add({ name, columns }: TableShape, rows: Iterable<Row>): void {
      const table = tables.get(name) ?? createHash('sha256')
      tables.set(name, table)
      for (const row of rows) table.update(JSON.stringify(columns.map((column) => row[column])))
    },
    text(): string {
      const lines = [...tables].map(([name, table]) => `${name} ${table.digest('hex')}`)
      return hash('sha256', lines.sort().join('\n'))
    },
  }
}

/** Rows per statement. */
const BATCH = 2_000

/** Everything as it is at one moment, while others go on writing. */
interface Snapshot {
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

function assertCarried(table: string, row: Row): void {
  for (const [column, value] of Object.entries(row)) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`${table}.${column} holds a ${typeof value}, which JSON does not carry`)
    }
  }
}

/** As one JSON parameter: a parameter for each value costs far more than the rows themselves. */
async function insertRows(db: Writer, { name, columns }: TableShape, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (first !== undefined) assertCarried(name, first)
  const json = JSON.stringify(rows)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const source = isPostgres(db)
    ? sql`select ${list} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`
    : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
  await sql`insert into ${sql.table(name)} (${list}) ${source}`.execute(db)
}

/**
 * Copies every row, ids and all, into empty tables of the same version.
 * @returns the digest of what was copied
 */
export async function copyEverything(
  from: Snapshot,
  to: Writer,
  shapes: readonly TableShape[],
): Promise<{ readonly rows: number; readonly digest: string }> {
  const digest = createDigest()
  let copied = 0
  for (const shape of shapes) {
    digest.add(shape, [])
    for await (const rows of from.rows(shape.name)) {
      digest.add(shape, rows)
      await insertRows(to, shape, rows)
      copied += rows.length
    }
  }
  return { rows: copied, digest: digest.text() }
}
