import { ensureBuild } from '../../../scripts/current-build'
import { engineUnderTest } from '../../support/engine-under-test'
import { findPostgres } from '../../support/start-postgres'

/**
 * Builds once, so that all journeys of a run use the same build even if a file changes meanwhile. With ENGINE=postgres also
 * starts or finds the run's PostgreSQL, which the returned function ends.
 */
export default async function prepareJourneys(): Promise<() => Promise<void>> {
  process.env.BUILD_UNDER_TEST = ensureBuild()
  if (engineUnderTest() === 'sqlite') return async () => undefined
  const postgres = await findPostgres()
  process.env.POSTGRES_UNDER_TEST = postgres.url
  return postgres.stop
}
