import { Failure } from '../failure'
import type { Database } from './database'
import { type DatabaseLocation, locationText } from './database-url'
import { isDatabaseError, isUnavailable } from './errors'
import { assertUsable } from './migrate'
import { inspectPostgres, openPostgres, preparePostgres } from './postgres'
import {
  CALL_TIMEOUTS,
  createConnections,
  LONG_JOB_TIMEOUTS,
  takeServerLock,
} from './postgres-connections'
import { assertEnough } from './postgres-pool'
import { AnotherServer, isSqliteBehind, lockForServer, openSqlite } from './sqlite'

/**
 * The purpose of opening the database, which sets how long a write waits for other transactions and
 * how long the work may take.
 */
export type Purpose = keyof typeof PURPOSES

const PURPOSES = {
  server: { waitMs: 5_000, timeouts: CALL_TIMEOUTS },
  /** Waits longer than a server, whose callers try again: nothing retries a command. */
  command: { waitMs: 30_000, timeouts: CALL_TIMEOUTS },
  /** A command that reads or writes the whole event. Timeouts exist only on PostgreSQL. */
  'long command': { waitMs: 30_000, timeouts: LONG_JOB_TIMEOUTS },
} as const

/** Runs `work`, and throws `Failure` if the database cannot be reached or is not a database. */
async function opening<T>(location: DatabaseLocation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    const expected =
      isDatabaseError(reason) ||
      isUnavailable(reason) ||
      (reason instanceof Error && 'syscall' in reason)
    if (!expected || !(reason instanceof Error)) throw reason
    throw new Failure(
      `The database cannot be opened (${locationText(location)}): ${reason.message}.`,
    )
  }
}

/**
 * Opens and migrates the database. Throws `Failure` if it cannot be reached or is not a database.
 */
export async function openDatabase(
  location: DatabaseLocation,
  purpose: Purpose = 'server',
): Promise<Database> {
  const { waitMs, timeouts } = PURPOSES[purpose]
  return await opening(location, async () => {
    if (location.engine === 'sqlite') return await openSqlite(location.file, waitMs)
    const allowance = await preparePostgres(location.url, locationText(location), waitMs)
    if (purpose !== 'server') return openPostgres(location.url, waitMs, timeouts, null)
    assertEnough(allowance, locationText(location))
    return openPostgres(location.url, waitMs, timeouts, allowance)
  })
}

/**
 * Whether a server that opens this existing database would create or migrate its tables. Changes
 * nothing. Throws `Failure` like `openDatabase`.
 */
export async function wouldMigrate(location: DatabaseLocation): Promise<boolean> {
  return await opening(location, async () => {
    if (location.engine === 'sqlite') return await isSqliteBehind(location.file)
    const where = locationText(location)
    const found = await inspectPostgres(location.url, where, PURPOSES.server.waitMs)
    assertEnough(found.allowance, where)
    return found.isBehind
  })
}

function refusal(location: DatabaseLocation): Failure {
  return new Failure(
    `A server runs on this database (${locationText(location)}). Stop it and try again; nothing was changed.`,
  )
}

/** Whether other servers run on the database. Must be called before this server counts as one. */
export async function hasOtherServers(location: DatabaseLocation): Promise<boolean> {
  // A second server on one SQLite file refuses to start.
  if (location.engine === 'sqlite') return false
  const held = await takeServerLock(location.url)
  await held?.release()
  return held === null
}

/**
 * Keeps every server from starting until released. Throws `Failure` if a server runs already, or
 * like `openDatabase`.
 */
export async function holdOffServers(
  location: DatabaseLocation,
): Promise<{ release(): Promise<void> }> {
  if (location.engine === 'postgres') {
    const held = await opening(location, async () => {
      // Check first: behind a pooler of transactions the lock would stay on a backend.
      await assertUsable(createConnections(location.url, CALL_TIMEOUTS), locationText(location))
      return await takeServerLock(location.url)
    })
    if (held === null) throw refusal(location)
    return held
  }
  try {
    const lock = lockForServer(location.file)
    return { release: async () => lock.release() }
  } catch (reason) {
    if (reason instanceof AnotherServer) throw refusal(location)
    throw reason
  }
}
