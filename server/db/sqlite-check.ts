import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure'
import { isDamaged } from './errors'
import { openSqliteFile } from './sqlite-file'

/** A table that only backup files have: the digest of the other tables when the file was made. */
export const SEAL = 'backup_seal'

/**
 * SQLite's application id of backup files. It lies in the file's header, where it can be read without SQLite: a log of the file that
 * was there before would be laid over the backup, and over its seal.
 */
const BACKUP_MARK = 0x47514255
/** Where it is (https://sqlite.org/fileformat2.html#application_id). */
const MARK_OFFSET = 68
const MARK_BYTES = 4

export function setMark(connection: DatabaseSync, isBackup: boolean): void {
  connection.exec(`pragma application_id = ${isBackup ? BACKUP_MARK : 0}`)
}

/** Whether a file says of itself that it is a backup. */
export function hasMark(file: string): boolean {
  const bytes = Buffer.alloc(MARK_BYTES)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, bytes, 0, MARK_BYTES, MARK_OFFSET)
    closeSync(opened)
  } catch {
    // SQLite says why it cannot be read.
  }
  return bytes.readUInt32BE() === BACKUP_MARK
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** The log beside a file, if something stands in it; null if not. */
export function logOf(file: string): string | null {
  const log = `${file}-wal`
  return sizeOf(log) > 0 ? log : null
}

/** The failure of a backup in the place of a database. */
export function inPlace(file: string): Failure {
  return new Failure(
    `${file} is a backup that was copied into place; put it there with "restore ${file}".`,
  )
}

/** Refuses a file that SQLite would open, and thereby lose or damage something. Throws `Failure`. */
export function assertServable(file: string): void {
  if (hasMark(file)) throw inPlace(file)
  const log = logOf(file)
  // SQLite deletes the log of an empty file.
  if (log !== null && sizeOf(file) === 0) {
    throw new Failure(
      `${file} is missing or empty, but its log ${log} holds what was recorded: put the file back, or a backup with "restore".`,
    )
  }
}

/** The findings of the engine's own check: `integrity_check` also compares indexes with their tables, which takes thirty times as long. */
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

/** Refuses a file that is damaged, or is no database to be served. Throws `Failure`. */
export function assertSound(file: string, check: 'quick_check' | 'integrity_check'): void {
  assertServable(file)
  if (sizeOf(file) === 0) return
  const damage = findDamage(file, check)
  if (damage === null) return
  throw new Failure(
    `${file} is damaged (${damage}): put a backup in its place with "restore", which keeps what is there.`,
  )
}
