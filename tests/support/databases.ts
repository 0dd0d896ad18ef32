import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
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

/** A file system in memory where there is one: no power is cut here, so no commit needs to reach a disk. */
const MEMORY = '/dev/shm'

/** Creates a database on a real engine: one with all tables, or an empty one. */
export async function createTestDatabase(engine: Engine, { empty = false } = {}): Promise<TestDatabase> {
  const templates = inject('templates')
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase(inject('postgresUrl'), empty ? undefined : templates.postgres)
    return { location: { engine, url }, drop }
  }
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'geekquest-sqlite-'))
  const file = join(directory, 'game.db')
  if (!empty) copyFileSync(templates.sqlite, file)
  return { location: { engine, file }, drop: async () => rmSync(directory, { recursive: true, force: true }) }
}
