import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#server/db/open'
import { ENGINES, type Engine } from './engine-under-test'
import { createPostgresDatabase } from './postgres-database'

export { ENGINES, type Engine }

export interface TestDatabase {
  readonly location: DatabaseLocation
  drop(): Promise<void>
}

function createSqliteFile(): TestDatabase {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-sqlite-'))
  return {
    location: { engine: 'sqlite', file: join(directory, 'game.db') },
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Creates an empty database on a real engine. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') return createSqliteFile()
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'))
  return { location: { engine, url }, drop }
}
