import { DatabaseSync } from 'node:sqlite'
import type { TableRows } from './event-rows'

const CACHE_KIB = 512 * 1024

/** Fills a migrated file in one transaction. A crash would destroy the file, but it can be recreated. */
export function seedSqlite(file: string, tables: readonly TableRows[]): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    db.exec(`pragma synchronous = OFF; pragma cache_size = -${CACHE_KIB}; begin`)
    for (const { table, columns, rows } of tables) {
      const places = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      for (const row of rows) insert.run(...row)
    }
    // The file is copied alone, so the write-ahead log next to it must be empty.
    db.exec('commit; pragma wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}
