import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the product has statements; only bulk inserts of odd sizes come and go. */
const KEPT = 200

/**
 * The database as Kysely sees it, with the compiled form of each SQL text kept for the next run: Kysely prepares anew for
 * every query, which took 15 % of an award's time (https://github.com/WiseLibs/better-sqlite3/issues/793).
 */
export function keepStatements(database: Sqlite.Database): SqliteDatabase {
  /** The least recently used first. */
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
