import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Kysely, sql } from 'kysely'
import { assertCreatable, Failure } from '../failure'
import { createGroupCommit } from './batches'
import { createCommitSource, type Watch } from './commits'
import { type Database, writeAndPublish, writeOrTry } from './database'
import { isLocked, retryWhileLocked } from './errors'
import { assertOurs, isBehind, migrate } from './migrate'
import { assertServable, SEAL, unrestoredBackup } from './sqlite-check'
import { openSqliteFile, sqliteDialect } from './sqlite-file'
import type { Tables } from './tables'

/** Page cache per connection (KiB): SQLite's 2 MiB are less than the indexes of a large event. */
const CACHE_KIB = 16 * 1024

/** Interval of checks for another process's commits, in ms: they must be visible within a second. */
const WATCH_MS = 250
/**
 * Minimum interval (ms) of the checks that calls make too, so that a call sees the changes of a
 * command that ended this long before it.
 */
const CHECK_INTERVAL_MS = 20

/**
 * Watches for commits of other processes by `data_version`, which changes only by commits of other
 * connections.
 */
function watchOthers(connection: DatabaseSync, onCommit: () => void): Watch {
  const version = connection.prepare('pragma data_version')
  let known = version.get()?.data_version
  let checkedAt = performance.now()
  function check(): void {
    // Other processes cannot commit while this connection's transaction is open.
    if (connection.isTransaction) return
    checkedAt = performance.now()
    const current = version.get()?.data_version
    if (current !== known) onCommit()
    known = current
  }
  const timer = setInterval(check, WATCH_MS)
  timer.unref()
  return {
    check: () => {
      if (performance.now() - checkedAt >= CHECK_INTERVAL_MS) check()
      return undefined
    },
    end: () => clearInterval(timer),
  }
}

/**
 * How long a write waits for another process's transaction, in ms. A command's transactions are
 * shorter.
 */
const WAIT_MS = 5_000
/**
 * How long SQLite itself waits, in ms. Short, because it blocks the whole process meanwhile;
 * `createGroupCommit` waits longer without blocking.
 */
const BLOCKING_WAIT_MS = 10

/**
 * Size of the write-ahead log (in pages of 4 KiB) at which a commit makes a checkpoint. Large,
 * because a thread of the server makes checkpoints. Under load new pages keep arriving after each
 * checkpoint of the thread, so the log starts again from its beginning only at this size.
 */
const AUTOCHECKPOINT_PAGES = 65_536
/** Size to which the log file shrinks when it starts again from its beginning. */
const JOURNAL_LIMIT_BYTES = 4_096 * 4_096

/**
 * Checkpoints the write-ahead log on a separate thread: a checkpoint writes pages all over the
 * file, and its fsync blocked a loaded server for up to a fifth of a second (0015). If the thread
 * fails, commits checkpoint a long log themselves. Returns a function that stops the thread.
 */
function startCheckpoints(file: string, onFailure: (reason: unknown) => void): () => Promise<void> {
  // The worker's file is beside this one, with the same extension: .ts when run from sources.
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  const worker = new Worker(new URL(`./checkpoint-worker${extension}`, import.meta.url), {
    workerData: file,
  })
  worker.on('error', onFailure)
  worker.unref()
  return async () => void (await worker.terminate())
}

const OPEN_RETRY_MS = 20

/**
 * Interval (ms) and number of attempts to empty the log. Reads and checkpoints block an attempt.
 */
const EMPTY_RETRY_MS = 50
const EMPTY_TRIES = 100

/** Empties the log completely, on a separate connection, unless all attempts are blocked. */
async function emptyLog(file: string): Promise<void> {
  const connection = openSqliteFile(file, { timeout: 0 })
  try {
    const checkpoint = connection.prepare('pragma wal_checkpoint(truncate)')
    for (let tries = 0; tries < EMPTY_TRIES; tries++) {
      if (checkpoint.get()?.busy === 0) return
      await sleep(EMPTY_RETRY_MS)
    }
  } finally {
    connection.close()
  }
}

export const tablesOf = (connection: DatabaseSync) =>
  connection
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .all()
    .map(({ name }) => String(name))

/** Opens the writing connection; creates a missing file and migrates it. */
async function openWriting(file: string) {
  assertServable(file)
  // A migration can recreate a table only while foreign keys are not enforced.
  const writing = openSqliteFile(file, { enableForeignKeyConstraints: false })
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(writing) })
  try {
    const tables = tablesOf(writing)
    assertOurs(tables, `SQLite file ${file}`)
    // Backups from before 1.0.0 have this table but no mark, so `assertServable` lets them pass.
    if (tables.includes(SEAL)) throw unrestoredBackup(file)
    // FULL: an acknowledged award survives a power cut, not only a crash of the process.
    writing.exec(
      `pragma journal_mode = WAL; pragma synchronous = FULL; pragma cache_size = -${CACHE_KIB}`,
    )
    writing.exec(
      `pragma wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}; pragma journal_size_limit = ${JOURNAL_LIMIT_BYTES}`,
    )
    // Overwrites deleted data in the file; `forgetDeleted` removes it from the log too.
    writing.exec('pragma secure_delete = ON')
    await migrate(writer, 'sqlite')
    writing.exec(`pragma foreign_keys = ON; pragma busy_timeout = ${BLOCKING_WAIT_MS}`)
    return { writing, writer }
  } catch (reason) {
    await writer.destroy()
    // Kysely closes no connection that it has not used.
    if (writing.isOpen) writing.close()
    throw reason
  }
}

/** Whether `openSqlite` would create or migrate the tables of an existing file. Changes nothing. */
export async function isSqliteBehind(file: string): Promise<boolean> {
  assertServable(file)
  const reading = openSqliteFile(file, { readOnly: true })
  const db = new Kysely<Tables>({ dialect: sqliteDialect(reading) })
  try {
    assertOurs(tablesOf(reading), `SQLite file ${file}`)
    return await isBehind(db)
  } finally {
    await db.destroy()
    // Kysely closes no connection that it has not used.
    if (reading.isOpen) reading.close()
  }
}

/** Opens the file, creates it if it is missing, and migrates it. */
export async function openSqlite(file: string, waitMs = WAIT_MS): Promise<Database> {
  // Retry, because SQLite does not wait while another process that opens or closes the file creates
  // or removes the log.
  const { writing, writer } = await retryWhileLocked(waitMs, OPEN_RETRY_MS, () => openWriting(file))
  // Readers see the last commit and never wait for the writer.
  const reading = openSqliteFile(file, { readOnly: true })
  reading.exec(`pragma cache_size = -${CACHE_KIB}`)
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reading) })
  const commits = createCommitSource(() =>
    watchOthers(writing, () => commits.publish({ on: 'anything' })),
  )
  const writes = createGroupCommit(writer, writing, waitMs)
  const write: Database['write'] = (lock, work) =>
    writeAndPublish(lock, work, (run) => writes.write(run), commits)
  /**
   * Inserts a row and rolls it back. Its page stays changed, so that the commit writes it to the
   * disk, which may be full.
   */
  const tryToWrite = () =>
    writeOrTry(
      { write },
      { kind: 'records' },
      (db) => db.insertInto('settings').values({ name: 'probe', value: '' }).execute(),
      true,
    )
  let stopCheckpoints: (() => Promise<void>) | null = null
  let report = (_reason: unknown) => {}

  return {
    engine: 'sqlite',
    read,
    async snapshot(work) {
      // On a separate connection, because other reads would wait for a transaction on `read`.
      const db = new Kysely<Tables>({
        dialect: sqliteDialect(openSqliteFile(file, { readOnly: true })),
      })
      try {
        return await db.transaction().execute(work)
      } finally {
        await db.destroy()
      }
    },
    commits,
    write,
    async probe() {
      await Promise.all([sql`select 1`.execute(read), tryToWrite()])
    },
    forgetDeleted: () => emptyLog(file).catch((reason: unknown) => report(reason)),
    startUpkeep(onFailure) {
      report = onFailure
      stopCheckpoints = startCheckpoints(file, onFailure)
    },
    async close() {
      commits.close()
      await writes.idle()
      await stopCheckpoints?.()
      await read.destroy()
      // Close the writing connection last: only it may remove the log.
      if (reading.isOpen) reading.close()
      await writer.destroy()
    },
  }
}

/** Thrown if another server already uses the file. */
export class AnotherServer extends Failure {}

/**
 * Refuses a path that no server may use as its database, or at which it could not create one.
 * Throws `Failure`.
 */
export function assertOwnFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) throw new Failure(`${file} is a folder: name a file in it.`)
  const names = found?.nlink ?? 1
  if (names > 1) {
    throw new Failure(
      `${file} has ${names} names (hard links), under which it could be opened as ${names} databases: remove all but one.`,
    )
  }
  if (found === undefined) assertCreatable(file)
}

/**
 * Prevents a second server on the file: two servers would block each other at every commit, and
 * neither would enforce the rate limits across both. The lock is an open exclusive transaction on a
 * file beside the database, which always ends with the process.
 */
export function lockForServer(file: string): { release(): void } {
  assertOwnFile(file)
  const lock = openSqliteFile(`${file}.server-lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (reason) {
    lock.close()
    if (isLocked(reason)) {
      throw new AnotherServer(
        `Another server already runs on ${file}. Stop it first, or use PostgreSQL, on which several servers can share one event.`,
      )
    }
    throw reason
  }
  return { release: () => lock.close() }
}
