import type { Database } from '../db/database'
import { type DatabaseLocation, openDatabase } from '../db/open'
import { isDatabaseError, isUnavailable } from '../db/unavailable'
import { CommandFailure } from './command-failure'

/** Where the event is kept, without a password. */
export function locationText(location: DatabaseLocation): string {
  if (location.engine === 'sqlite') return `SQLite file ${location.file}`
  const { host, pathname } = new URL(location.url)
  return `PostgreSQL ${host === '' ? '(local socket)' : host}${pathname}`
}

/** Not the server's lock: the command line works beside a running server. */
async function open(location: DatabaseLocation): Promise<Database> {
  try {
    return await openDatabase(location)
  } catch (reason) {
    const expected = isDatabaseError(reason) || isUnavailable(reason) || (reason instanceof Error && 'syscall' in reason)
    if (!expected || !(reason instanceof Error)) throw reason
    throw new CommandFailure(`The database cannot be opened (${locationText(location)}): ${reason.message}.`)
  }
}

/** Opens the database, which brings its tables up to date, and closes it whatever happens. */
export async function withDatabase<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await open(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
