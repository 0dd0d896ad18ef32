import type { DatabaseSync } from 'node:sqlite'
import type { LedgerSum } from '#server/db/queries/ledger-id'
import { createDigest } from '#server/db/whole-copy'
import { readShapes } from '#server/db/whole-tables'

/** A table that only backup files have: what was in the file when it was made. */
const TABLE = 'backup_seal'

export interface Seal extends LedgerSum {
  /** ms since the epoch. */
  readonly madeAt: number
  readonly digest: string
}

export function writeSeal(connection: DatabaseSync, seal: Seal): void {
  connection.exec(`create table ${TABLE} (seal text not null)`)
  connection.prepare(`insert into ${TABLE} values (?)`).run(JSON.stringify(seal))
}

/** The seal of a file; null if it has none, such as a plain copy of a database. */
export function readSeal(connection: DatabaseSync): Seal | null {
  const found = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(TABLE)
  if (found === undefined) return null
  const text = connection.prepare(`select seal from ${TABLE}`).get()?.seal
  // Written by `writeSeal`; the digest shows whether anything was changed since.
  return typeof text === 'string' ? (JSON.parse(text) as Seal) : null
}

export function removeSeal(connection: DatabaseSync): void {
  connection.exec(`drop table if exists ${TABLE}`)
}

/** The digest of a file's rows as they are now. */
export function digestOf(connection: DatabaseSync): string {
  const digest = createDigest()
  for (const shape of readShapes(connection)) {
    if (shape.name === TABLE) continue
    const rows = connection.prepare(`select * from "${shape.name}" order by rowid`)
    digest.add(shape, rows.iterate())
  }
  return digest.text()
}
