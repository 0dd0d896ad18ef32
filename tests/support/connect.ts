import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseLocation } from '#server/db/database-url'
import { sqliteDialect } from '#server/db/sqlite-file'
import type { Tables } from '#server/db/tables'

const WHOLE: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]

/** Parses big integers as numbers, as the server does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    WHOLE.includes(oid) ? Number : pg.types.getTypeParser(oid, format),
}

/** A pool that tolerates the drop of its database while it is still closing its connections. */
function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, types })
  pool.on('error', () => undefined)
  return pool
}

/** Connects without migrating, to look up facts that the server does not show. */
export function connect(location: DatabaseLocation): Kysely<Tables> {
  const dialect =
    location.engine === 'sqlite'
      ? sqliteDialect(new DatabaseSync(location.file))
      : new PostgresDialect({ pool: createPool(location.url) })
  return new Kysely<Tables>({ dialect })
}
