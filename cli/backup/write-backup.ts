import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '#server/db/database'
import { openSqliteFile } from '#server/db/open-sqlite-file'
import { isSameSum, type LedgerSum, readLedgerSum } from '#server/db/queries/ledger-sum'
import { openSqlite } from '#server/db/sqlite'
import { copyEverything } from '#server/db/whole/copy'
import { currentShapes } from '#server/db/whole/shapes'
import { readSnapshot } from '#server/db/whole/snapshot'
import { Failure } from '#server/failure'
import { plural } from '../common/output'
import { checkFile } from './check-file'
import { writeSeal } from './seal'

export interface Backup extends LedgerSum {
  readonly file: string
  readonly rows: number
}

/** `392 entries of the ledger (3 voided), 9800 points` */
export function sumText({ entries, voided, points }: LedgerSum): string {
  return `${plural(entries, 'entry', 'entries')} of the ledger (${voided} voided), ${plural(points, 'point')}`
}

/** Makes the system keep what was written to a file, or the names in a folder. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function copyInto(part: string, db: Database, onProgress: (rows: number) => void) {
  const shapes = await currentShapes()
  const copy = await openSqlite(part)
  try {
    return await readSnapshot(db, async (snapshot) => ({
      sum: await readLedgerSum(snapshot.db),
      ...(await copy.write({ on: 'event' }, (writer) => copyEverything(snapshot, writer, shapes, onProgress))),
    }))
  } finally {
    await copy.close()
  }
}

/**
 * Writes one consistent state of the database into a new SQLite file, whatever the engine, while a server runs on it; then
 * opens the file and compares its ledger with the source's. The file has its name only if all of this has succeeded.
 */
export async function writeBackup(
  db: Database,
  file: string,
  now: number,
  onProgress: (rows: number) => void = () => undefined,
): Promise<Backup> {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${randomUUID()}.part`
  try {
    const { sum, rows, digest } = await copyInto(part, db, onProgress)
    const connection = openSqliteFile(part)
    writeSeal(connection, { ...sum, madeAt: now, digest })
    // So that the file is whole without a second one, and can be opened from a medium that cannot be written.
    connection.exec('pragma journal_mode = delete')
    connection.close()
    const checked = checkFile(part)
    if (!isSameSum(checked.sum, sum)) throw new Failure('The backup does not hold what the ledger says; it was not kept.')
    await sync(part)
    await rename(part, file)
    await sync(dirname(file))
    return { file, rows, ...sum }
  } catch (reason) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${suffix}`, { force: true })
    throw reason
  }
}
