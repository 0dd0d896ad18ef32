import { existsSync, linkSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqliteFile } from '#server/db/sqlite-file'
import { cannotWrite } from '#server/failure'
import { sync } from './write-backup'

/** Moves what is in the log of the old file into it, so that it is whole by itself. */
function foldLog(file: string): void {
  try {
    const connection = openSqliteFile(file, { timeout: 1_000 })
    try {
      connection.exec('pragma wal_checkpoint(truncate)')
    } finally {
      connection.close()
    }
  } catch {
    // A damaged file is kept as it is, with its log.
  }
}

/**
 * Puts a new database in the place of the old one, which is kept under another name. At every moment there is a database under
 * the name: a server that found none would make an empty one.
 * @returns the old file's new name; null if there was none
 */
export async function swapFile(staged: string, file: string, kept: string): Promise<string | null> {
  try {
    return await swap(staged, file, kept)
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

async function swap(staged: string, file: string, kept: string): Promise<string | null> {
  const existed = existsSync(file)
  if (existed) {
    foldLog(file)
    linkSync(file, kept)
  }
  // A log beside a database that it does not belong to would damage it.
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  }
  renameSync(staged, file)
  await sync(dirname(file))
  return existed ? kept : null
}
