import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the number of statements in the product; only bulk inserts of odd sizes are evicted. */
const CAPACITY = 200

/**
 * Kysely's view of the database, with a cache of compiled statements by SQL text. Kysely prepares every query again, which
 * took 15 % of an award's time (https://github.com/WiseLibs/better-sqlite3/issues/793).
 */
export function cacheStatements(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare(sql) {
      const cached = statements.get(sql)
      if (cached !== undefined) return cached
      const statement = database.prepare<unknown[]>(sql)
      // Rarely full, so that preparing them again is cheap. Keeping them in order of use costs more, with every query.
      if (statements.size >= CAPACITY) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}
