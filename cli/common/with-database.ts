import type { Database } from '#server/db/database'
import { type DatabaseLocation, openDatabase } from '#server/db/open'

/**
 * Opens the database for one command and always closes it. Does not take the server's lock, so it works beside a running
 * server.
 */
export async function withDatabase<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
