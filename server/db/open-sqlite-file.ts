import { closeSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Failure } from '../failure'

/** better-sqlite3 loads its binary when the first database is opened. It was compiled for the Node that ran `npm ci`. */
function isForeignBinary(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ERR_DLOPEN_FAILED'
}

/**
 * Creates a missing file with mode 0600, because it holds phone numbers and names. SQLite gives its -wal and -shm files the
 * same mode. If the file cannot be created, SQLite reports it.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    // Not even a directory, or not writable.
  }
}

/** Opens an SQLite file and creates it if missing. Throws `Failure` if better-sqlite3 was installed for another version of Node. */
export function openSqliteFile(file: string, options: Sqlite.Options): Sqlite.Database {
  if (options.readonly !== true) makePrivate(file)
  try {
    return new Sqlite(file, options)
  } catch (reason) {
    if (!isForeignBinary(reason)) throw reason
    throw new Failure(
      `better-sqlite3 was installed for another version of Node than this one (${process.version}). ` +
        'Run "npm rebuild better-sqlite3" (or "npm ci") and try again.',
    )
  }
}
