import { copyFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#server/db/database-url'
import { ENGINES, type Engine } from './engine-under-test'
import { createFolder, MEMORY } from './folder'
import { createPostgresDatabase } from './postgres-database'

export { ENGINES, type Engine }

export interface TestDatabase {
  readonly location: DatabaseLocation
  drop(): Promise<void>
}

/** A location in the form of `DATABASE_URL`. */
export const urlOf = (location: DatabaseLocation) =>
  location.engine === 'sqlite' ? `sqlite:${location.file}` : location.url

/** Creates a database on a real engine, with all tables or empty. */
export async function createTestDatabase(
  engine: Engine,
  { empty = false } = {},
): Promise<TestDatabase> {
  const templates = inject('templates')
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase(
      inject('postgresUrl'),
      empty ? undefined : templates.postgres,
    )
    return { location: { engine, url }, drop }
  }
  const folder = createFolder(MEMORY)
  const file = folder('game.db')
  if (!empty) copyFileSync(templates.sqlite, file)
  return { location: { engine, file }, drop: async () => folder.remove() }
}
