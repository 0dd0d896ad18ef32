import { audit, type By } from '#server/audit'
import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/database-url'
import { holdOffServers, openDatabase, type Purpose } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { readDatabaseLocation } from '#server/env'
import { setTimeZone } from '#server/time'

/**
 * Runs work on a database, in the event's time zone, and always closes the database. Safe beside a
 * running server.
 */
export async function withDatabase<T>(
  location: DatabaseLocation,
  purpose: Purpose,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(location, purpose)
  try {
    setTimeZone((await readSettings(db.read)).timeZone)
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Like `withDatabase`, for the database in DATABASE_URL. */
export async function withEventDatabase<T>(
  purpose: Purpose,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return await withDatabase(readDatabaseLocation(process.env), purpose, work)
}

/** Runs work while no server can start on these databases. Throws `Failure` if one is running. */
export async function withoutServers<T>(
  [location, ...others]: readonly DatabaseLocation[],
  work: () => Promise<T>,
): Promise<T> {
  if (location === undefined) return await work()
  const lock = await holdOffServers(location)
  try {
    return await withoutServers(others, work)
  } finally {
    await lock.release()
  }
}

/** Writes the audit entry of a command that changes nothing else, in its own transaction. */
export async function recordCommand(
  db: Database,
  by: By,
  entry: Parameters<typeof audit>[3],
): Promise<void> {
  await db.write({ kind: 'records' }, (writer) => audit(writer, Date.now(), by, entry))
}
