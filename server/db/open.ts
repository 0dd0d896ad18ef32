import { Failure } from '../failure'
import type { Database } from './database'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'
import { isDatabaseError, isUnavailable } from './unavailable'

/** Where the event is kept; `DATABASE_URL` parsed. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** The same for people to read, without a password. */
export function locationText(location: DatabaseLocation): string {
  if (location.engine === 'sqlite') return `SQLite file ${location.file}`
  const { host, pathname } = new URL(location.url)
  return `PostgreSQL ${host === '' ? '(local socket)' : host}${pathname}`
}

/** Opens the database and brings its tables up to date. Throws `Failure` where it cannot be reached or is none. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  try {
    return await (location.engine === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url))
  } catch (reason) {
    const expected = isDatabaseError(reason) || isUnavailable(reason) || (reason instanceof Error && 'syscall' in reason)
    if (!expected || !(reason instanceof Error)) throw reason
    throw new Failure(`The database cannot be opened (${locationText(location)}): ${reason.message}.`)
  }
}
