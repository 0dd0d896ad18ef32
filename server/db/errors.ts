import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * More changes are waiting than the database can handle in reasonable time, in total or from this
 * sender.
 */
export class Overloaded extends Error {
  readonly by: 'all' | 'sender'

  constructor(by: 'all' | 'sender') {
    super('too many changes are waiting for the database')
    this.name = 'Overloaded'
    this.by = by
  }
}

/** SQLite's result codes (https://sqlite.org/rescode.html). */
const SQLITE_DAMAGED: readonly number[] = [11, 26]
const SQLITE = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  full: 13,
  cannotOpen: 14,
}
const SQLITE_UNAVAILABLE: readonly number[] = Object.values(SQLITE)
const POSTGRES_READ_ONLY = '25006'
/** PostgreSQL's code: the wait for another transaction's lock took too long. */
export const POSTGRES_LOCKED = '55P03'
/** PostgreSQL's code: the role, the database or the server allows no further connection. */
export const POSTGRES_FULL = '53300'
/**
 * PostgreSQL's codes for being unable to serve: connection exceptions, insufficient resources,
 * operator intervention, I/O errors, races lost even after retries, timeouts of idle transactions,
 * a read-only database, and timeouts of locks.
 */
const POSTGRES_UNAVAILABLE = new RegExp(
  `^(08|53|57|58|40|25P|${POSTGRES_READ_ONLY}|${POSTGRES_LOCKED})`,
)
const NETWORK_UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** SQLite's extended result code; null for other errors. */
export function sqliteCode(reason: unknown): number | null {
  return reason instanceof Error && 'errcode' in reason && typeof reason.errcode === 'number'
    ? reason.errcode
    : null
}

/** SQLite's primary result code. */
function sqliteKind(reason: unknown): number | null {
  const code = sqliteCode(reason)
  return code === null ? null : code & 0xff
}

/** Whether another process has locked the SQLite file. */
export function isLocked(reason: unknown): boolean {
  return sqliteKind(reason) === SQLITE.busy
}

/**
 * Repeats `attempt` for `waitMs` while another process locks the SQLite file. The last attempt
 * starts when that time has passed.
 */
export async function retryWhileLocked<T>(
  waitMs: number,
  intervalMs: number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const isLast = performance.now() >= deadline
    try {
      return await attempt()
    } catch (reason) {
      if (isLast || !isLocked(reason)) throw reason
    }
    await sleep(intervalMs)
  }
}

/**
 * Whether an error comes from the database. The message of such an error may contain data of a row.
 */
export function isDatabaseError(reason: unknown): boolean {
  return sqliteCode(reason) !== null || reason instanceof pg.DatabaseError
}

/** Whether there was no space to write: SQLite's own code, PostgreSQL's disk_full, or the system's. */
export function isDiskFull(reason: unknown): boolean {
  if (sqliteKind(reason) === SQLITE.full) return true
  if (!(reason instanceof Error) || !('code' in reason)) return false
  return reason.code === '53100' || reason.code === 'ENOSPC'
}

/** Whether the database is read-only, such as a standby. */
export function isReadOnly(reason: unknown): boolean {
  return sqliteKind(reason) === SQLITE.readOnly || postgresCode(reason) === POSTGRES_READ_ONLY
}

/** Whether SQLite cannot open its file, or the disk fails. */
export function isFileError(reason: unknown): boolean {
  const kind = sqliteKind(reason)
  return kind === SQLITE.cannotOpen || kind === SQLITE.ioError
}

/** Whether SQLite reports that its file is damaged or not a database. */
export function isDamaged(reason: unknown): boolean {
  return SQLITE_DAMAGED.includes(sqliteKind(reason) ?? 0)
}

/**
 * Whether a connection has not answered in time. pg has no class for this error, only a message.
 */
export function isQueryTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.message === 'Query read timeout'
}

/** The code of an error that PostgreSQL sent; empty for other errors. */
export function postgresCode(reason: unknown): string {
  return reason instanceof pg.DatabaseError ? (reason.code ?? '') : ''
}

/** Whether the database cannot serve now, so that the caller should try again later. */
export function isUnavailable(reason: unknown): boolean {
  if (reason instanceof Overloaded) return true
  const kind = sqliteKind(reason)
  if (kind !== null) return SQLITE_UNAVAILABLE.includes(kind)
  if (reason instanceof pg.DatabaseError) return POSTGRES_UNAVAILABLE.test(postgresCode(reason))
  if (!(reason instanceof Error)) return false
  if ('code' in reason && typeof reason.code === 'string' && NETWORK_UNAVAILABLE.test(reason.code))
    return true
  // pg has no class for these errors, only messages.
  return (
    isQueryTimeout(reason) ||
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/.test(
      reason.message,
    )
  )
}
