import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Database, Reader, Writer } from './db/database'
import { type DatabaseLocation, resolvedFile } from './db/database-url'
import { isDiskFull, sqliteCode } from './db/errors'
import { schemaState } from './db/migrate'
import { isSameSum, type LedgerSum, readLedgerSum } from './db/queries/ledger-id'
import { openSqlite, tablesOf } from './db/sqlite'
import { hasMark, logOf, SEAL, setMark } from './db/sqlite-check'
import { openSqliteFile } from './db/sqlite-file'
import { countRows } from './db/statement'
import { copyEverything, createDigest, readSnapshot, type Snapshot } from './db/whole-copy'
import { cannotWrite, errorCode, Failure, makeFolder } from './failure'

/** Receives the progress of a long copy, as lines of text. */
type ReportProgress = (text: string) => void

const seal = v.pipe(v.string(), v.parseJson(), v.object({ digest: v.string() }))

function writeSeal(connection: DatabaseSync, digest: string): void {
  connection.exec(`create table ${SEAL} (seal text not null)`)
  connection.prepare(`insert into ${SEAL} values (?)`).run(JSON.stringify({ digest }))
  setMark(connection, true)
}

/** Turns a backup back into a database. */
export function removeSeal(connection: DatabaseSync): void {
  connection.exec(`drop table if exists ${SEAL}`)
  setMark(connection, false)
}

function hasTable(connection: DatabaseSync, name: string): boolean {
  return (
    connection
      .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
      .get(name) !== undefined
  )
}

/** Computes the digest of a file's current rows. */
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

const EVENT_SUM = `select
  (select count(*) from awards) as entries,
  (select count(*) from voids) as voided,
  (select coalesce(sum(points), 0) from awards where award_id not in (select award_id from voids)) as points,
  (select count(*) from teams) as teams,
  (select count(*) from users) as people`

/** Five numbers that identify an event's content, to compare copies. */
export interface EventSum extends LedgerSum {
  readonly teams: number
  readonly people: number
}

export async function readEventSum(db: Reader | Writer): Promise<EventSum> {
  const [teams, people] = [
    await countRows(db.selectFrom('teams')),
    await countRows(db.selectFrom('users')),
  ]
  return { ...(await readLedgerSum(db)), teams, people }
}

export function isSameEvent(one: EventSum, other: EventSum): boolean {
  return isSameSum(one, other) && one.teams === other.teams && one.people === other.people
}

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
  if (fit === 'too new')
    throw new Failure(
      `${file} comes from a newer version of the game; restore it with that version.`,
    )
  if (fit === 'too old')
    throw new Failure(`${file} was made before 1.0.0; such files are not supported.`)
}

function assertWhole(connection: DatabaseSync, file: string): void {
  const found = connection.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok') throw new Failure(`${file} is damaged: ${String(found)}.`)
  const orphan = connection.prepare('pragma foreign_key_check').get()
  if (orphan !== undefined)
    throw new Failure(
      `${file} is damaged: a row of ${String(orphan.table)} refers to one that is missing.`,
    )
}

/** Verifies a backup's rows against its seal. A plain copy of a database has no seal. */
function assertUnchanged(connection: DatabaseSync, file: string): void {
  if (!hasTable(connection, SEAL)) return
  const read = v.safeParse(seal, connection.prepare(`select seal from ${SEAL}`).get()?.seal)
  if (read.success && read.output.digest === digestOf(connection)) return
  throw new Failure(`${file} was changed or damaged after the backup was made. Use another backup.`)
}

/**
 * Opens a backup or database file. Ignores a log beside a backup: a backup is complete without a
 * log, so such a log belongs to another file.
 */
function openForReading(file: string): DatabaseSync {
  if (!hasMark(file)) return openSqliteFile(file, { readOnly: true })
  const withoutLog = pathToFileURL(file)
  withoutLog.searchParams.set('immutable', '1')
  return new DatabaseSync(withoutLog, { readOnly: true })
}

function whyUnreadable(file: string, reason: Error): string {
  if (!existsSync(file)) return 'there is no such file'
  const log = logOf(file)
  return log === null
    ? reason.message
    : `${reason.message} (with its log ${log}: copy both to a folder that can be written)`
}

/**
 * Runs work on a backup or database file opened read-only. Throws `Failure`, naming the file as
 * `shown`, if that fails.
 */
async function reading<T>(
  file: string,
  shown: string,
  work: (connection: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  let connection: DatabaseSync | null = null
  try {
    connection = openForReading(file)
    return await work(connection)
  } catch (reason) {
    if (!(reason instanceof Error) || sqliteCode(reason) === null) throw reason
    throw new Failure(`${shown} cannot be read as a backup: ${whyUnreadable(file, reason)}.`)
  } finally {
    connection?.close()
  }
}

/** Runs all checks on a backup or database file. Returns its sum. */
export async function checkFile(file: string, shown = file): Promise<EventSum> {
  return await reading(file, shown, (connection) => {
    assertOurs(connection, shown)
    assertWhole(connection, shown)
    assertUnchanged(connection, shown)
    const sum = connection.prepare(EVENT_SUM).get()
    const [entries, voided, points] = [
      Number(sum?.entries),
      Number(sum?.voided),
      Number(sum?.points),
    ]
    return { entries, voided, points, teams: Number(sum?.teams), people: Number(sum?.people) }
  })
}

/** Makes SQLite copy a file in one step, so that the copy is one consistent state. */
const ALL_PAGES = 2 ** 31 - 1

/** Copies a backup or database page by page, including changes that are still in its log. */
export async function copyWhole(file: string, path: string): Promise<void> {
  await reading(file, file, async (connection) => {
    assertOurs(connection, file)
    try {
      makeFolder(dirname(path))
      closeSync(openSync(path, 'wx', 0o600))
    } catch (reason) {
      throw cannotWrite(path, reason)
    }
    await backup(connection, path, { rate: ALL_PAGES }).catch((reason: unknown) => {
      throw isDiskFull(reason) ? cannotWrite(path, reason) : reason
    })
  })
}

export interface Backup extends EventSum {
  readonly file: string
  readonly rows: number
}

/** Whether this user may create files in a folder. */
function isWritable(folder: string): boolean {
  try {
    const probe = join(folder, `.${randomUUID()}`)
    closeSync(openSync(probe, 'wx'))
    rmSync(probe)
    return true
  } catch {
    return false
  }
}

/**
 * Default folder for backups: beside the SQLite database; with PostgreSQL the current folder, HOME
 * or the temporary folder. While a backup is restored, not the folder of that backup: if there is
 * no other, a new folder in it.
 */
export function folderForBackups(location: DatabaseLocation, restored?: string): string {
  if (location.engine === 'sqlite') return dirname(location.file)
  const [first = tmpdir(), second = first] = [process.cwd(), homedir()].filter(isWritable)
  const taken = restored === undefined ? null : dirname(resolvedFile(restored))
  const free = [first, second].find((folder) => resolvedFile(folder) !== taken)
  return free ?? join(first, 'before-restore')
}

/** Creates an empty file under the given name, or under a variant of it that is free. */
function takeName(file: string): string {
  const { dir, name, ext } = parse(file)
  for (let number = 1; ; number++) {
    const free = number === 1 ? file : join(dir, `${name}-${number}${ext}`)
    try {
      closeSync(openSync(free, 'wx', 0o600))
      return free
    } catch (reason) {
      if (errorCode(reason) !== 'EEXIST') throw reason
    }
  }
}

/** Flushes a file, or a folder's entries, to disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Interval of progress reports (ms). */
const PROGRESS_EVERY_MS = 1_000

/**
 * Copies everything with progress reports, because a million rows take long. Throws `Failure`
 * unless the copy's ledger has this sum.
 */
export async function copyAndCompare(
  from: Snapshot,
  to: Writer,
  sum: EventSum,
  report: ReportProgress,
) {
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
  if (!isSameEvent(await readEventSum(to), sum))
    throw new Failure('The copy differs from its source; nothing was changed.')
  return copy
}

/**
 * Copies the database into the new file `part`. Only errors in writing it, not in reading the
 * source, are reported as errors of `file`.
 */
async function copyInto(part: string, file: string, db: Database, report: ReportProgress) {
  const copy = await openSqlite(part).catch((reason: unknown) => {
    throw cannotWrite(file, reason)
  })
  try {
    return await readSnapshot(db, async (snapshot) => {
      const sum = await readEventSum(snapshot.db)
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
        return {
          sum,
          ...(await copy.write({ kind: 'event' }, (writer) =>
            copyAndCompare(source, writer, sum, report),
          )),
        }
      } catch (reason) {
        throw reason === readError ? reason : cannotWrite(file, reason)
      }
    })
  } finally {
    await copy.close()
  }
}

/**
 * Writes one consistent state of the database into a new SQLite file, on either engine and while a
 * server runs; then opens the file and compares its ledger with the source's. The file gets its
 * name only if all of this succeeds. If a file with that name exists and may not be replaced, the
 * backup gets another name.
 */
export async function writeBackup(
  db: Database,
  file: string,
  report: ReportProgress,
  mayReplace = false,
): Promise<Backup> {
  const part = `${file}.${randomUUID()}.part`
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new Failure(`${file} cannot be written: it is a folder.`)
    makeFolder(dirname(file))
    closeSync(openSync(part, 'wx', 0o600))
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
  try {
    const copied = await copyInto(part, file, db, report)
    return await finish(part, file, copied, mayReplace)
  } catch (reason) {
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      rmSync(`${part}${suffix}`, { force: true })
    throw reason
  }
}

type Copied = Awaited<ReturnType<typeof copyInto>>

async function finish(
  part: string,
  file: string,
  copied: Copied,
  mayReplace: boolean,
): Promise<Backup> {
  try {
    const connection = openSqliteFile(part)
    writeSeal(connection, copied.digest)
    // Keep everything in one file, which can then be opened from read-only media.
    connection.exec('pragma journal_mode = delete')
    connection.close()
    if (!isSameEvent(await checkFile(part), copied.sum))
      throw new Failure('The backup differs from the ledger; it was deleted.')
    await sync(part)
    const name = mayReplace ? file : takeName(file)
    await rename(part, name).catch((reason: unknown) => {
      if (!mayReplace) rmSync(name, { force: true })
      throw reason
    })
    await sync(dirname(name))
    return { file: name, rows: copied.rows, ...copied.sum }
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}
