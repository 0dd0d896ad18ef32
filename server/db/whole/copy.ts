import { sql } from 'kysely'
import type { Writer } from '../database'
import { isPostgres } from '../json-rows'
import { createDigest, type Row } from './digest'
import type { TableShape } from './shapes'
import type { Snapshot } from './snapshot'

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
 * @param onProgress called after each batch with the number of rows copied so far
 * @returns the digest of what was copied
 */
export async function copyEverything(
  from: Snapshot,
  to: Writer,
  shapes: readonly TableShape[],
  onProgress: (rows: number) => void = () => undefined,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const digest = createDigest()
  let copied = 0
  for (const shape of shapes) {
    digest.add(shape, [])
    for await (const rows of from.rows(shape.name)) {
      digest.add(shape, rows)
      await insertRows(to, shape, rows)
      copied += rows.length
      onProgress(copied)
    }
  }
  return { rows: copied, digest: digest.text() }
}
