import { createHash, type Hash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Reader, Writer } from './database'
import { insertRows } from './statement'
import { columnsOf, TABLE_NAMES } from './tables'

type AnyRow = Readonly<Record<string, unknown>>

/**
 * Creates a digest of all rows of all tables. It is equal for equal rows in the same order, on both
 * engines and in any version.
 */
export function createDigest() {
  const tables = new Map<string, Hash>()
  return {
    add(name: string, columns: readonly string[], rows: Iterable<AnyRow>): void {
      const table = tables.get(name) ?? createHash('sha256')
      tables.set(name, table)
      // The order of columns differs between engines and versions.
      const sorted = columns.toSorted()
      for (const row of rows) table.update(JSON.stringify(sorted.map((column) => row[column])))
    },
    text(): string {
      const lines = [...tables].map(([name, table]) => `${name} ${table.digest('hex')}`)
      return hash('sha256', lines.sort().join('\n'))
    },
  }
}

/** Rows per statement. */
const BATCH = 2_000

/** A consistent state of the database; writers continue meanwhile. */
export interface Snapshot {
  readonly db: Reader
  /** Reads all rows of a table, in batches. */
  rows(table: string): AsyncGenerator<readonly AnyRow[]>
}

async function* rowsById(db: Reader, table: string): AsyncGenerator<readonly AnyRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<AnyRow & { row_number_: number }>`
      select rowid as row_number_, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${BATCH}`.execute(
      db,
    )
    const newest = rows.at(-1)
    if (newest === undefined) return
    last = newest.row_number_
    yield rows
    // SQLite answers without yielding the event loop, so calls would wait for the whole copy.
    await nextTurn()
  }
}

async function* rowsByCursor(db: Reader, table: string): AsyncGenerator<readonly AnyRow[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(BATCH)} from copied`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close copied`.execute(db)
}

/** Runs `work` on one consistent state of the database; nothing else waits for it. */
export async function readSnapshot<T>(
  { engine, snapshot }: Database,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const rowsOf = engine === 'sqlite' ? rowsById : rowsByCursor
  return await snapshot((db) => work({ db, rows: (table) => rowsOf(db, table) }))
}

function assertJson(table: string, row: AnyRow): void {
  for (const [column, value] of Object.entries(row)) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`${table}.${column} contains a ${typeof value}, which JSON cannot represent`)
    }
  }
}

/**
 * Copies every row with its ids into the empty tables of a database of the same version.
 * @returns the number of rows, and their digest
 */
export async function copyEverything(
  from: Snapshot,
  to: Writer,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const digest = createDigest()
  let copied = 0
  for (const table of TABLE_NAMES) {
    const columns = columnsOf(table)
    digest.add(table, columns, [])
    for await (const rows of from.rows(table)) {
      digest.add(table, columns, rows)
      assertJson(table, rows[0] ?? {})
      // The cast is safe, because both databases have the same version.
      await insertRows(to, table, rows as never)
      copied += rows.length
    }
  }
  return { rows: copied, digest: digest.text() }
}
