import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { sync } from '#server/backup-file'
import { setMark } from '#server/db/sqlite-check'
import { openSqliteFile } from '#server/db/sqlite-file'
import { cannotWrite, errorCode } from '#server/failure'

/**
 * Moves a database file's write-ahead log into the file, so that the file is complete by itself.
 */
export function checkpoint(file: string): void {
  try {
    const connection = openSqliteFile(file, { timeout: 1_000 })
    try {
      connection.exec('pragma wal_checkpoint(truncate)')
    } finally {
      connection.close()
    }
  } catch {
    // Keep the log beside the file.
  }
}

/** Copies a file to an unused name and flushes it to disk; leaves nothing behind if that fails. */
function copyNew(file: string, name: string): void {
  copyFileSync(file, name, constants.COPYFILE_EXCL)
  try {
    const copy = openSync(name, 'r+')
    try {
      fsyncSync(copy)
    } finally {
      closeSync(copy)
    }
  } catch (reason) {
    rmSync(name, { force: true })
    throw reason
  }
}

/**
 * Gives a file a second, unused name; the first name remains. Copies the file if the volume has no
 * hard links, such as exFAT and some network mounts. Never overwrites a file.
 */
export function keepAs(file: string, name: string, link = linkSync): void {
  try {
    link(file, name)
  } catch (reason) {
    if (errorCode(reason) === 'EEXIST') throw reason
    copyNew(file, name)
  }
}

/**
 * Replaces the database file, keeping the old file as `saved`. A database exists under the name at
 * every moment, because a server that finds none creates an empty one. The new file has a backup's
 * mark until the old file's log, which would damage it, is gone: if the swap is interrupted,
 * neither servers nor commands open the new file.
 * @returns the old file's new name; null if there was none
 */
export async function swapFile(
  staged: string,
  file: string,
  saved: string,
): Promise<string | null> {
  try {
    const existed = existsSync(file)
    for (const suffix of ['', '-wal']) {
      if (existsSync(`${file}${suffix}`)) keepAs(`${file}${suffix}`, `${saved}${suffix}`)
    }
    changeMark(staged, true)
    renameSync(staged, file)
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    await sync(dirname(file))
    changeMark(file, false)
    return existed ? saved : null
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

function changeMark(file: string, isBackup: boolean): void {
  const connection = openSqliteFile(file)
  setMark(connection, isBackup)
  connection.close()
}

/** Returns an unused name that begins with `start`: two restores may happen within a second. */
export function freeName(start: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? start : `${start}-${number}`
    if (!existsSync(name)) return name
  }
}
