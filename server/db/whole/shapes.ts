import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '../migrate'
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
export function readShapes(connection: Sqlite.Database): TableShape[] {
  const names = connection
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\' order by name",
    )
    .pluck()
    .all()
  const columns = connection.prepare<[string], string>('select name from pragma_table_info(?) order by name').pluck()
  const references = connection.prepare<[string], string>('select distinct "table" from pragma_foreign_key_list(?)').pluck()
  return inOrder(names.map((name) => ({ name, columns: columns.all(name), references: references.all(name) })))
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
  const connection = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })
  try {
    await migrate(db, 'sqlite')
    return readShapes(connection)
  } finally {
    await db.destroy()
  }
}
