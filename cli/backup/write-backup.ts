import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '#server/db/database'
import { isSameSum, type LedgerSum, readLedgerSum } from '#server/db/queries/ledger-id'
import { openSqlite } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import { copyEverything, readSnapshot } from '#server/db/whole-copy'
import { currentShapes } from '#server/db/whole-tables'
import { cannotWrite, Failure } from '#server/failure'
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

/** What goes wrong while the copy is written, and not while its source is read, is said of the file. */
async function copyInto(part: string, file: string, db: Database, onProgress: (rows: number) => void) {
  const shapes = await currentShapes()
  const copy = await openSqlite(part)
  try {
    return await readSnapshot(db, async (snapshot) => {
      const sum = await readLedgerSum(snapshot.db)
      let unread: unknown = null
      async function* rows(table: string) {
        try {
          yield* snapshot.rows(table)
        } catch (reason) {
          unread = reason
          throw reason
        }
      }
      try {
        const source = { ...snapshot, rows }
        return { sum, ...(await copy.write({ on: 'event' }, (writer) => copyEverything(source, writer, shapes, onProgress))) }
      } catch (reason) {
        throw reason === unread ? reason : cannotWrite(file, reason)
      }
    })
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
  const part = `${file}.${randomUUID()}.part`
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(part, 'wx', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
  try {
    const copied = await copyInto(part, file, db, onProgress)
    return await finish(part, file, copied, now)
  } catch (reason) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${suffix}`, { force: true })
    throw reason
  }
}

async function finish(
  part: string,
  file: string,
  { sum, rows, digest }: Awaited<ReturnType<typeof copyInto>>,
  now: number,
): Promise<Backup> {
  try {
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
    throw cannotWrite(file, reason)
  }
}
