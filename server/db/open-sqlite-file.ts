import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'

/** How long opening and migrating waits for another process, in ms. */
const BUSY_TIMEOUT_MS = 5_000

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

/** Opens an SQLite file and creates it if missing, unless it is opened to be read. */
export function openSqliteFile(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (options.readOnly !== true) makePrivate(file)
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, ...options })
}
