import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#server/db/open'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface TestDatabase {
  readonly location: DatabaseLocation
  drop(): Promise<void>
}

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createPostgresDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onPostgres(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    location: { engine: 'postgres', url: url.href },
    drop: () => onPostgres(`drop database ${name} with (force)`),
  }
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
  return engine === 'sqlite' ? createSqliteFile() : await createPostgresDatabase()
}
