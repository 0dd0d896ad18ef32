import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure'
import { isDamaged } from './errors'
import { openSqliteFile } from './sqlite-file'

/** A table that only backup files have. It stores the digest of the other tables at the backup. */
export const SEAL = 'backup_seal'

/**
 * SQLite application id of backup files. It is in the file header, so that it can be read without
 * opening the file in SQLite, which would apply a leftover log of an earlier file to the backup and
 * to its seal.
 */
const BACKUP_MARK = 0x47514255
/**
 * The application id's offset in the header (https://sqlite.org/fileformat2.html#application_id).
 */
const MARK_OFFSET = 68
const MARK_BYTES = 4

export function setMark(connection: DatabaseSync, isBackup: boolean): void {
  connection.exec(`pragma application_id = ${isBackup ? BACKUP_MARK : 0}`)
}

/** Whether a file is marked as a backup. */
export function hasMark(file: string): boolean {
  const bytes = Buffer.alloc(MARK_BYTES)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, bytes, 0, MARK_BYTES, MARK_OFFSET)
    closeSync(opened)
  } catch {
    // SQLite reports later why the file cannot be read.
  }
  return bytes.readUInt32BE() === BACKUP_MARK
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Returns the path of a file's non-empty log; null if there is none. */
export function logOf(file: string): string | null {
  const log = `${file}-wal`
  return sizeOf(log) > 0 ? log : null
}

/** Returns the failure for a backup that is used as a database. */
export function unrestoredBackup(file: string): Failure {
  return new Failure(
    `${file} is a backup that was only copied to the database's place. Run "restore ${file}" to make it the database.`,
  )
}

/** Refuses a file if opening it with SQLite would damage it or lose data. Throws `Failure`. */
export function assertServable(file: string): void {
  if (hasMark(file)) throw unrestoredBackup(file)
  const log = logOf(file)
  // SQLite deletes the log of an empty file.
  if (log !== null && sizeOf(file) === 0) {
    throw new Failure(
      `${file} is missing or empty, but its log ${log} holds what was recorded: put the file back, or a backup with "restore".`,
    )
  }
}

/**
 * Runs the engine's own check: `integrity_check` also compares indexes with tables, which takes
 * thirty times as long.
 */
function findDamage(file: string, check: 'quick_check' | 'integrity_check'): string | null {
  let connection: DatabaseSync | null = null
  try {
    connection = openSqliteFile(file, { readOnly: true })
    const found = String(connection.prepare(`pragma ${check}(1)`).get()?.[check])
    return found === 'ok' ? null : found.replaceAll(/\s+/g, ' ')
  } catch (reason) {
    if (isDamaged(reason) && reason instanceof Error) return reason.message
    throw reason
  } finally {
    connection?.close()
  }
}

/** Refuses a damaged file, and a file that `assertServable` refuses. Throws `Failure`. */
export function assertSound(file: string, check: 'quick_check' | 'integrity_check'): void {
  assertServable(file)
  if (sizeOf(file) === 0) return
  const damage = findDamage(file, check)
  if (damage === null) return
  throw new Failure(
    `${file} is damaged (${damage}): put a backup in its place with "restore", which keeps the damaged file.`,
  )
}
