import { Failure } from '../failure'
import type { Database } from './database'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'
import { isDatabaseError, isUnavailable } from './unavailable'

/** A parsed `DATABASE_URL`. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** The location in readable form, without a password. */
export function locationText(location: DatabaseLocation): string {
  if (location.engine === 'sqlite') return `SQLite file ${location.file}`
  const { host, pathname } = new URL(location.url)
  return `PostgreSQL ${host === '' ? '(local socket)' : host}${pathname}`
}

/**
 * Opens and migrates the database. Throws `Failure` if it cannot be reached or is not one.
 * @param waitMs how long a write waits for those of other processes on SQLite; PostgreSQL lets them take turns
 */
export async function openDatabase(location: DatabaseLocation, waitMs?: number): Promise<Database> {
  try {
    return await (location.engine === 'sqlite' ? openSqlite(location.file, waitMs) : openPostgres(location.url))
  } catch (reason) {
    const expected = isDatabaseError(reason) || isUnavailable(reason) || (reason instanceof Error && 'syscall' in reason)
    if (!expected || !(reason instanceof Error)) throw reason
    throw new Failure(`The database cannot be opened (${locationText(location)}): ${reason.message}.`)
  }
}
