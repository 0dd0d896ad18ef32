import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseLocation } from '#server/db/open'
import { sqliteDialect } from '#server/db/sqlite-dialect'
import type { Tables } from '#server/db/tables'

/** Connects without migrating, for tests of migrations. */
export function connect(location: DatabaseLocation): Kysely<Tables> {
  const dialect =
    location.engine === 'sqlite'
      ? sqliteDialect(new DatabaseSync(location.file))
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: location.url }) })
  return new Kysely<Tables>({ dialect })
}
