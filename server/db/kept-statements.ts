import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the number of statements in the product; only bulk inserts of odd sizes are evicted. */
const KEPT = 200

/**
 * Kysely's view of the database, with a cache of compiled statements by SQL text. Kysely prepares every query again, which
 * took 15 % of an award's time (https://github.com/WiseLibs/better-sqlite3/issues/793).
 */
export function keepStatements(database: Sqlite.Database): SqliteDatabase {
  /** In order of use, least recent first. */
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare(sql) {
      const statement = kept.get(sql) ?? database.prepare<unknown[]>(sql)
      kept.delete(sql)
      kept.set(sql, statement)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
}
