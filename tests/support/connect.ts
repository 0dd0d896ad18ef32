import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseLocation } from '#server/db/open'
import type { Tables } from '#server/db/tables'

/** Connects without migrating, for tests of migrations. */
export function connect(location: DatabaseLocation): Kysely<Tables> {
  const dialect =
    location.engine === 'sqlite'
      ? new SqliteDialect({ database: new Sqlite(location.file) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: location.url }) })
  return new Kysely<Tables>({ dialect })
}
