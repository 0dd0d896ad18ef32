import type { TestProject } from 'vitest/node'
import { findPostgres } from './start-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL on which tests create their databases. */
    postgresUrl: string
  }
}

/** A PostgreSQL for the whole test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
