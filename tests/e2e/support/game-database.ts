import { join } from 'node:path'
import { engineUnderTest } from '../../support/engine-under-test'
import { createPostgresDatabase, type OwnDatabase } from '../../support/postgres-database'

/** The database of one server: a file in its folder, or one of its own on the run's PostgreSQL. */
export async function createGameDatabase(directory: string): Promise<OwnDatabase> {
  if (engineUnderTest() === 'postgres') return await createPostgresDatabase(process.env.POSTGRES_UNDER_TEST ?? '')
  return { url: `sqlite:${join(directory, 'game.db')}`, drop: async () => undefined }
}
