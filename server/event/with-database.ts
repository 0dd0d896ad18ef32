import type { Database } from '../db/database'
import { type DatabaseLocation, openDatabase } from '../db/open'

/** Opens the database for one command and closes it whatever happens. Not the server's lock: it works beside a running server. */
export async function withDatabase<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
