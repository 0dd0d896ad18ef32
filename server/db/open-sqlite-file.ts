import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { cannotWrite } from '../failure'

/** How long opening and migrating waits for another process, in ms. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Creates a missing file with mode 0600, because it holds phone numbers and names. SQLite gives its -wal and -shm files the
 * same mode. Throws `Failure`: SQLite would not say why it cannot be written.
 */
function makePrivate(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

/** Opens an SQLite file and creates it with its folder if missing, unless it is opened to be read. */
export function openSqliteFile(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (options.readOnly !== true) makePrivate(file)
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, ...options })
}
