import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSameSum, readLedgerSum, renewLedgerId } from '#server/db/queries/ledger-id'
import { findScoreDifferences } from '#server/db/queries/scores'
import { openSqlite } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import { cannotWrite, Failure } from '#server/failure'
import { repairScores } from '../verify/verify'
import { type CheckedFile, checkFile } from './check-file'
import { removeSeal } from './seal'

export interface StagedBackup extends CheckedFile {
  readonly path: string
  /** Scores that differed from the ledger and were put right in the copy. */
  readonly repaired: number
  discard(): void
}

async function bringUpToDate(path: string, checked: CheckedFile): Promise<number> {
  const connection = openSqliteFile(path)
  removeSeal(connection)
  connection.close()
  const db = await openSqlite(path)
  try {
    if (!isSameSum(await readLedgerSum(db.read), checked.sum)) throw new Failure('The copy of the backup differs from it.')
    const repaired = (await repairScores(db)).length
    if ((await findScoreDifferences(db.read)).length > 0) throw new Failure('The backup does not fit its own ledger.')
    // Devices then notice that the ledger is another, and send what it may lack.
    await db.write({ on: 'event' }, (writer) => renewLedgerId(writer))
    return repaired
  } finally {
    await db.close()
  }
}

function copyTo(path: string, file: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(file, path)
    chmodSync(path, 0o600)
  } catch (reason) {
    throw cannotWrite(path, reason)
  }
}

/** Copies a backup, checks the copy and brings it to this version. The backup itself is only read. Throws `Failure`. */
export async function stageBackup(file: string, folder: string): Promise<StagedBackup> {
  const path = join(folder, `.restore-${randomUUID()}.part`)
  const discard = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
  }
  try {
    checkFile(file)
    copyTo(path, file)
    const checked = checkFile(path)
    return { ...checked, path, repaired: await bringUpToDate(path, checked), discard }
  } catch (reason) {
    discard()
    throw reason
  }
}
