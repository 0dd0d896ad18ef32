import { join } from 'node:path'
import { parseDatabaseUrl } from '#server/db/database-url'
import { connect } from '../../support/connect'
import { engineUnderTest } from '../../support/engine-under-test'
import { createPostgresDatabase, type OwnDatabase } from '../../support/postgres-database'

/** The database of one server: a file in its folder, or a separate database on the run's PostgreSQL. */
export async function createGameDatabase(directory: string): Promise<OwnDatabase> {
  if (engineUnderTest() === 'postgres')
    return await createPostgresDatabase(process.env.POSTGRES_UNDER_TEST ?? '')
  return { url: `sqlite:${join(directory, 'game.db')}`, drop: async () => undefined }
}

/** Moves the last call of a booth's devices this far into the past (ms). */
export async function windBackDevices(
  databaseUrl: string,
  vendorId: string,
  ms: number,
): Promise<void> {
  const db = connect(parseDatabaseUrl(databaseUrl))
  await db
    .updateTable('booth_devices')
    .set((eb) => ({ seen_at: eb('seen_at', '-', ms) }))
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').where('vendor_id', '=', vendorId).select('user_id'),
    )
    .execute()
  await db.destroy()
}

/** Makes every message too old for people who sign in later, because journeys share a server. */
export async function windBackMessages(databaseUrl: string): Promise<void> {
  const db = connect(parseDatabaseUrl(databaseUrl))
  await db
    .updateTable('messages')
    .set((eb) => ({ sent_at: eb('sent_at', '-', 24 * 3_600_000) }))
    .execute()
  await db.destroy()
}
