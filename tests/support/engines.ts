import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open'
import { createFolder } from './folder'
import { createPostgresDatabase } from './postgres-database'
import { findPostgres } from './start-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL on which tests create their databases. */
    postgresUrl: string
    /** A migrated database per engine, for tests to copy: migrating takes as long as a test. */
    templates: { readonly sqlite: string; readonly postgres: string }
  }
}

/** A PostgreSQL for the whole test run, with the databases that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findPostgres()
  // Set-ups that run later find this server by the variable, and are torn down before it stops.
  process.env.TEST_DATABASE_URL = server.url
  const folder = createFolder()
  const sqlite = folder('game.db')
  const postgres = await createPostgresDatabase(server.url)
  for (const location of [
    { engine: 'sqlite', file: sqlite },
    { engine: 'postgres', url: postgres.url },
  ] as const) {
    const db = await openDatabase(location)
    await db.close()
  }
  project.provide('postgresUrl', server.url)
  project.provide('templates', { sqlite, postgres: new URL(postgres.url).pathname.slice(1) })
  return async () => {
    folder.remove()
    await postgres.drop()
    await server.stop()
  }
}
