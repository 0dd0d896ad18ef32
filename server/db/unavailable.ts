import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { Overloaded } from './database'

/** SQLite: disk full, I/O error, locked too long, read-only file system. */
const SQLITE_TROUBLE = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/
/** PostgreSQL: connection exceptions, insufficient resources, operator intervention, lost race even after retries. */
const POSTGRES_TROUBLE = /^(08|53|57|40)/
const NETWORK_TROUBLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/

/** Whether an error comes from the database; its message may contain data of a row. */
export function isDatabaseError(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError || reason instanceof pg.DatabaseError
}

/** Whether there was no space to write: SQLite's own code, PostgreSQL's disk_full, or the system's. */
export function isDiskFull(reason: unknown): boolean {
  if (!(reason instanceof Error) || !('code' in reason)) return false
  return reason.code === 'SQLITE_FULL' || reason.code === '53100' || reason.code === 'ENOSPC'
}

/** Whether the database cannot serve now and the caller should try again. */
export function isUnavailable(reason: unknown): boolean {
  if (reason instanceof Overloaded) return true
  if (reason instanceof Sqlite.SqliteError) return SQLITE_TROUBLE.test(reason.code)
  if (reason instanceof pg.DatabaseError) return POSTGRES_TROUBLE.test(reason.code ?? '')
  if (!(reason instanceof Error)) return false
  if ('code' in reason && typeof reason.code === 'string' && NETWORK_TROUBLE.test(reason.code)) return true
  // pg has no class for these two.
  return /timeout exceeded when trying to connect|Connection terminated/.test(reason.message)
}
