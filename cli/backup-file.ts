import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Database, Writer } from '#server/db/database'
import { schemaState } from '#server/db/migrate'
import { isSameSum, type LedgerSum, readLedgerSum } from '#server/db/queries/ledger-id'
import { openSqlite, tablesOf } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import { sqliteCode } from '#server/db/unavailable'
import { copyEverything, createDigest, readSnapshot, type Snapshot } from '#server/db/whole-copy'
import { cannotWrite, Failure, makeFolder } from '#server/failure'
import { plural } from './command'

/** A table that only backup files have: what was in the file when it was made. */
const TABLE = 'backup_seal'

export interface Seal extends LedgerSum {
  /** ms since the epoch. */
  readonly madeAt: number
  readonly digest: string
}

export function writeSeal(connection: DatabaseSync, seal: Seal): void {
  connection.exec(`create table ${TABLE} (seal text not null)`)
  connection.prepare(`insert into ${TABLE} values (?)`).run(JSON.stringify(seal))
}

/** The seal of a file; null if it has none, such as a plain copy of a database. */
export function readSeal(connection: DatabaseSync): Seal | null {
  const found = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(TABLE)
  if (found === undefined) return null
  const text = connection.prepare(`select seal from ${TABLE}`).get()?.seal
  // Written by `writeSeal`; the digest shows whether anything was changed since.
  return typeof text === 'string' ? (JSON.parse(text) as Seal) : null
}

export function removeSeal(connection: DatabaseSync): void {
  connection.exec(`drop table if exists ${TABLE}`)
}

/** The digest of a file's rows as they are now. */
export function digestOf(connection: DatabaseSync): string {
  const digest = createDigest()
  for (const name of tablesOf(connection)) {
    if (name === TABLE || name.startsWith('kysely_')) continue
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

export interface CheckedFile {
  /** Null for a plain copy of a database. */
  readonly seal: Seal | null
  readonly sum: LedgerSum
}

function assertOurs(connection: DatabaseSync, file: string): void {
  const table = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
  if (table.get('kysely_migration') === undefined || table.get('awards') === undefined) {
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

/** Opens a backup or a database file and checks everything that can be checked. Throws `Failure`. */
export function checkFile(file: string): CheckedFile {
  let connection: DatabaseSync | null = null
  try {
    connection = openSqliteFile(file, { readOnly: true })
    assertOurs(connection, file)
    assertWhole(connection, file)
    const seal = readSeal(connection)
    if (seal !== null && seal.digest !== digestOf(connection)) {
      throw new Failure(
        `${file} is not what it was when the backup was made: a server ran on it, or it was damaged. Take another backup, or carry it over as a database of its own with "move".`,
      )
    }
    const sum = connection.prepare(SUM).get()
    return { seal, sum: { entries: Number(sum?.entries), voided: Number(sum?.voided), points: Number(sum?.points) } }
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

/** Makes the system keep what was written to a file, or the names in a folder. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** In ms: short work says nothing. */
const TELL_EVERY_MS = 1_000

/** Copies everything, and tells the terminal how far it is: a million rows take long. */
export async function copyTelling(from: Snapshot, to: Writer) {
  let [copied, toldAt] = [0, Date.now()]
  async function* rows(table: string) {
    for await (const batch of from.rows(table)) {
      yield batch
      copied += batch.length
      if (Date.now() - toldAt < TELL_EVERY_MS) continue
      toldAt = Date.now()
      process.stderr.write(`${copied} rows copied\n`)
    }
  }
  return await copyEverything({ ...from, rows }, to)
}

/** What goes wrong while the copy is written, and not while its source is read, is said of the file. */
async function copyInto(part: string, file: string, db: Database) {
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
        return { sum, ...(await copy.write({ on: 'event' }, (writer) => copyTelling(source, writer))) }
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
export async function writeBackup(db: Database, file: string, now: number): Promise<Backup> {
  const part = `${file}.${randomUUID()}.part`
  try {
    makeFolder(dirname(file))
    closeSync(openSync(part, 'wx', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
  try {
    const copied = await copyInto(part, file, db)
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
