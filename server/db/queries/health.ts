import { sql } from 'kysely'
import type { Database } from '../database'
import { readLastBackupAt } from './audit'
import { sumWaiting } from './booths'
import { readSmsTrouble } from './sms-messages'

async function readBytes({ engine, read }: Database): Promise<number> {
  const size =
    engine === 'sqlite'
      ? sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return Number((await size.execute(read)).rows[0]?.bytes ?? 0)
}

/** Reads the numbers that operators monitor, over all servers of the database. */
export async function readHealth(db: Database, now: number) {
  const backupAt = await readLastBackupAt(db.read)
  return {
    /** Awards that devices last reported as waiting. */
    waiting: await sumWaiting(db.read),
    /** Age of the newest backup (s); infinite if there is none. */
    backupAge: backupAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (now - backupAt) / 1000),
    bytes: await readBytes(db),
    smsTrouble: (await readSmsTrouble(db.read)) !== null,
  }
}
