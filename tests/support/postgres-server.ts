import type { TestProject } from 'vitest/node'
import { startPostgres } from './start-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL on which tests create their databases. */
    postgresUrl: string
  }
}

/** Uses `TEST_DATABASE_URL` if set, otherwise starts a PostgreSQL for the test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given === undefined || given === '' ? await startPostgres() : { url: given, stop: async () => undefined }
  project.provide('postgresUrl', server.url)
  return server.stop
}
