import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/database-url'
import { openDatabase, type Purpose } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { setTimeZone } from '#server/time'

/**
 * Opens the database for one command, which then tells times in the event's zone, and always closes it. Does not take the
 * server's lock, so it works beside a running server.
 */
export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<T>,
  purpose: Purpose = 'command',
): Promise<T> {
  const db = await openDatabase(location, purpose)
  try {
    setTimeZone((await readSettings(db.read)).timeZone)
    return await work(db)
  } finally {
    await db.close()
  }
}
