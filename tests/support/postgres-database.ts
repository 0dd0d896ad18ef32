import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface OwnDatabase {
  readonly url: string
  drop(): Promise<void>
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a database on a running PostgreSQL, empty or as a copy of another. */
export async function createPostgresDatabase(
  serverUrl: string,
  template = 'template1',
): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(serverUrl, `drop database ${name} with (force)`) }
}
