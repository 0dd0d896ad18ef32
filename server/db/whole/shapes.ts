import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Kysely } from 'kysely'
import { migrate } from '../migrate'
import { sqliteDialect } from '../sqlite-dialect'
import type { Tables } from '../tables'

/** A table, as far as copying its rows needs to know it. */
export interface TableShape {
  readonly name: string
  /** In alphabetical order: engines and versions of the file list them differently. */
  readonly columns: readonly string[]
  /** Tables that its rows refer to. */
  readonly references: readonly string[]
}

/** The tables of an SQLite file, each after those that it refers to. Kysely's and SQLite's own are left out. */
export function readShapes(connection: DatabaseSync): TableShape[] {
  const names = connection.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\' order by name",
  )
  const columns = connection.prepare('select name from pragma_table_info(?) order by name')
  const references = connection.prepare('select distinct "table" as name from pragma_foreign_key_list(?)')
  const shapes = namesIn(names.all()).map((name) => ({
    name,
    columns: namesIn(columns.all(name)),
    references: namesIn(references.all(name)),
  }))
  return inOrder(shapes)
}

function namesIn(rows: readonly Record<string, SQLOutputValue>[]): string[] {
  return rows.map(({ name }) => String(name))
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const placed = new Set<string>()
  function place(shape: TableShape): void {
    if (placed.has(shape.name)) return
    placed.add(shape.name)
    for (const name of shape.references) {
      const referred = shapes.find((one) => one.name === name)
      if (referred !== undefined) place(referred)
    }
    ordered.push(shape)
  }
  for (const shape of shapes) place(shape)
  return ordered
}

/** The tables of this version. Both engines have the same, and only SQLite says in one line what refers to what. */
export async function currentShapes(): Promise<TableShape[]> {
  const connection = new DatabaseSync(':memory:')
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    await migrate(db, 'sqlite')
    return readShapes(connection)
  } finally {
    await db.destroy()
  }
}
