import type { Database } from '#server/db/database'
import { type DatabaseLocation, openDatabase } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { setTimeZone } from '#server/local-time'

/** How long a command waits for a busy server's writes, in ms. Nobody runs it again by itself, as devices do with awards. */
const WAIT_MS = 30_000

/**
 * Opens the database for one command, which then tells times in the event's zone, and always closes it. Does not take the
 * server's lock, so it works beside a running server.
 */
export async function withDatabase<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(location, WAIT_MS)
  try {
    setTimeZone((await readSettings(db.read)).timeZone)
    return await work(db)
  } finally {
    await db.close()
  }
}
