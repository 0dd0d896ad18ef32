import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the number of statements in the product; only bulk inserts of odd sizes are evicted. */
const CAPACITY = 200

/**
 * Kysely's view of the database, with a cache of compiled statements by SQL text. Kysely prepares every query again, which
 * took 15 % of an award's time (https://github.com/WiseLibs/better-sqlite3/issues/793).
 */
export function cacheStatements(database: Sqlite.Database): SqliteDatabase {
  /** In order of use, least recent first. */
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql)
      statements.delete(sql)
      statements.set(sql, statement)
      const [oldest] = statements.keys()
      if (statements.size > CAPACITY && oldest !== undefined) statements.delete(oldest)
      return statement
    },
  }
}
