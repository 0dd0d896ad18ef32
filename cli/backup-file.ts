import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Database, Writer } from '#server/db/database'
import { schemaState } from '#server/db/migrate'
import { isSameSum, type LedgerSum, readLedgerSum } from '#server/db/queries/ledger-id'
import { openSqlite, tablesOf } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import { sqliteCode } from '#server/db/unavailable'
import { copyEverything, createDigest, readSnapshot, type Snapshot } from '#server/db/whole-copy'
import { cannotWrite, Failure, makeFolder } from '#server/failure'
import { type CommandRun, plural } from './command'

/** A table that only backup files have: the digest of the other tables when the file was made. */
const SEAL = 'backup_seal'
const seal = v.pipe(v.string(), v.parseJson(), v.object({ digest: v.string() }))

function writeSeal(connection: DatabaseSync, digest: string): void {
  connection.exec(`create table ${SEAL} (seal text not null)`)
  connection.prepare(`insert into ${SEAL} values (?)`).run(JSON.stringify({ digest }))
}

export function removeSeal(connection: DatabaseSync): void {
  connection.exec(`drop table if exists ${SEAL}`)
}

function hasTable(connection: DatabaseSync, name: string): boolean {
  return connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined
}

/** The digest of a file's rows as they are now. */
function digestOf(connection: DatabaseSync): string {
  const digest = createDigest()
  for (const name of tablesOf(connection)) {
    if (name === SEAL || name.startsWith('kysely_')) continue
    const rows = connection.prepare(`select * from "${name}" order by rowid`)
    const columns = rows.columns().map((column) => column.name)
    digest.add(name, columns, rows.iterate())
  }
  return digest.text()
}

const SUM = `select
  (select count(*) from awards) as entries,
  (select count(*) from voids) as voided,
  (select coalesce(sum(points), 0) from awards where award_id not in (select award_id from voids)) as points`

function assertOurs(connection: DatabaseSync, file: string): void {
  if (!hasTable(connection, 'kysely_migration') || !hasTable(connection, 'awards')) {
    throw new Failure(`${file} holds no event of this game.`)
  }
  const fit = schemaState(
    connection
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name)),
  )
  if (fit === 'too new') throw new Failure(`${file} comes from a newer version of the game; restore it with that version.`)
  if (fit === 'too old') throw new Failure(`${file} comes from a version that is too old to be taken over.`)
}

function assertWhole(connection: DatabaseSync, file: string): void {
  const found = connection.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok') throw new Failure(`${file} is damaged: ${String(found)}.`)
  const orphan = connection.prepare('pragma foreign_key_check').get()
  if (orphan !== undefined)
    throw new Failure(`${file} is damaged: a row of ${String(orphan.table)} refers to one that is missing.`)
}

/** Whether the rows are those of the backup. A plain copy of a database has no seal. */
function assertUnchanged(connection: DatabaseSync, file: string): void {
  if (!hasTable(connection, SEAL)) return
  const read = v.safeParse(seal, connection.prepare(`select seal from ${SEAL}`).get()?.seal)
  if (read.success && read.output.digest === digestOf(connection)) return
  throw new Failure(
    `${file} is not what it was when the backup was made: a server ran on it, or it was damaged. Take another backup, or carry it over as a database of its own with "move".`,
  )
}

/** Opens a backup or a database file and checks everything that can be checked. Throws `Failure`. */
export function checkFile(file: string): LedgerSum {
  let connection: DatabaseSync | null = null
  try {
    connection = openSqliteFile(file, { readOnly: true })
    assertOurs(connection, file)
    assertWhole(connection, file)
    assertUnchanged(connection, file)
    const sum = connection.prepare(SUM).get()
    return { entries: Number(sum?.entries), voided: Number(sum?.voided), points: Number(sum?.points) }
  } catch (reason) {
    if (!(reason instanceof Error) || sqliteCode(reason) === null) throw reason
    const why = existsSync(file) ? reason.message : 'there is no such file'
    throw new Failure(`${file} cannot be read as a backup: ${why}.`)
  } finally {
    connection?.close()
  }
}

export interface Backup extends LedgerSum {
  readonly file: string
  readonly rows: number
}

/** `392 entries of the ledger (3 voided), 9800 points` */
export function sumText({ entries, voided, points }: LedgerSum): string {
  return `${plural(entries, 'entry', 'entries')} of the ledger (${voided} voided), ${plural(points, 'point')}`
}

/** Makes the system write a file, or the names in a folder, to the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** In ms. */
const PROGRESS_EVERY_MS = 1_000

/** Copies everything, and reports progress: a million rows take long. Throws `Failure` unless the copy's ledger has this sum. */
export async function copyAndCompare(from: Snapshot, to: Writer, sum: LedgerSum, report: CommandRun['report']) {
  let [copied, reportedAt] = [0, Date.now()]
  async function* rows(table: string) {
    for await (const batch of from.rows(table)) {
      yield batch
      copied += batch.length
      if (Date.now() - reportedAt < PROGRESS_EVERY_MS) continue
      reportedAt = Date.now()
      report(`${copied} rows copied\n`)
    }
  }
  const copy = await copyEverything({ ...from, rows }, to)
  if (!isSameSum(await readLedgerSum(to), sum)) throw new Failure('The copy differs from its source; nothing was changed.')
  return copy
}

/** An error of the copy, not of its source, is reported as the file's. */
async function copyInto(part: string, file: string, db: Database, report: CommandRun['report']) {
  const copy = await openSqlite(part)
  try {
    return await readSnapshot(db, async (snapshot) => {
      const sum = await readLedgerSum(snapshot.db)
      let readError: unknown = null
      async function* rows(table: string) {
        try {
          yield* snapshot.rows(table)
        } catch (reason) {
          readError = reason
          throw reason
        }
      }
      try {
        const source = { ...snapshot, rows }
        return { sum, ...(await copy.write({ on: 'event' }, (writer) => copyAndCompare(source, writer, sum, report))) }
      } catch (reason) {
        throw reason === readError ? reason : cannotWrite(file, reason)
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
export async function writeBackup(db: Database, file: string, report: CommandRun['report']): Promise<Backup> {
  const part = `${file}.${randomUUID()}.part`
  try {
    makeFolder(dirname(file))
    closeSync(openSync(part, 'wx', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
  try {
    return await finish(part, file, await copyInto(part, file, db, report))
  } catch (reason) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${suffix}`, { force: true })
    throw reason
  }
}

async function finish(part: string, file: string, copied: Awaited<ReturnType<typeof copyInto>>): Promise<Backup> {
  try {
    const connection = openSqliteFile(part)
    writeSeal(connection, copied.digest)
    // So that the file is whole without a second one, and can be opened from a medium that cannot be written.
    connection.exec('pragma journal_mode = delete')
    connection.close()
    if (!isSameSum(checkFile(part), copied.sum)) throw new Failure('The backup differs from the ledger; it was deleted.')
    await sync(part)
    await rename(part, file)
    await sync(dirname(file))
    return { file, rows: copied.rows, ...copied.sum }
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}
