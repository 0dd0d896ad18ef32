import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { cannotWrite, makeFolder } from '../failure'

/** How long opening and migrating waits for another process, in ms. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Creates a missing file with mode 0600, because it will contain phone numbers and names. SQLite
 * gives its -wal and -shm files the same mode. Throws `Failure` if the file cannot be written,
 * because SQLite would not say why.
 */
function makePrivate(file: string): void {
  try {
    makeFolder(dirname(file))
    closeSync(openSync(file, 'a', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

/** Opens an SQLite file. Creates it with its folder if it is missing, unless it is opened read-only. */
export function openSqliteFile(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (options.readOnly !== true) makePrivate(file)
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, ...options })
}

/**
 * Maximum number of cached statements, above the number of statements in the product. Only bulk
 * inserts of many different sizes can fill the cache, which is then emptied.
 */
const CAPACITY = 200

/** Kysely types parameters as `unknown`; node:sqlite throws for those that it cannot store. */
type Parameters = readonly SQLInputValue[]

/**
 * Prepares a statement as Kysely calls it: with its parameters in one list. `reader`: it returns
 * rows.
 */
function prepare(connection: DatabaseSync, sql: string): SqliteStatement {
  const statement = connection.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Parameters)),
    run: (parameters) => statement.run(...(parameters as Parameters)),
    iterate: (parameters) => statement.iterate(...(parameters as Parameters)),
  }
}

/**
 * Wraps a connection for Kysely with a cache of prepared statements by SQL text. Kysely itself
 * would prepare every query again, which took 15 % of an award's time.
 */
export function cacheStatements(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const cached = statements.get(sql)
      if (cached !== undefined) return cached
      const statement = prepare(connection, sql)
      // The cache is rarely full, so clearing it is cheap; tracking usage would cost more, with
      // every query.
      if (statements.size >= CAPACITY) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

/**
 * Returns a dialect that runs Kysely on Node's own SQLite. Kysely's dialect is written for
 * better-sqlite3 (https://github.com/kysely-org/kysely/issues/1292).
 */
export function sqliteDialect(connection: DatabaseSync): SqliteDialect {
  return new SqliteDialect({ database: cacheStatements(connection) })
}
