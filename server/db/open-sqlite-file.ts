import Sqlite from 'better-sqlite3'
import { Failure } from '../failure'

/** better-sqlite3 loads its binary when the first database is opened. It was compiled for the Node that ran `npm ci`. */
function isForeignBinary(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ERR_DLOPEN_FAILED'
}

/** Opens an SQLite file. Throws `Failure` if better-sqlite3 was installed for another version of Node. */
export function openSqliteFile(file: string, options: Sqlite.Options): Sqlite.Database {
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
