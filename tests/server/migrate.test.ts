import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/open'
import { createSchema } from '#server/db/schema'
import type { Tables } from '#server/db/tables'
import { Failure } from '#server/failure'
import { startCommand } from '../support/command'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, type TestDatabase, urlOf } from '../support/databases'
import { createFolder } from '../support/folder'
import { statementsOf } from '../support/statements'

type Rows = Record<string, unknown>[]
const NEWER =
  'A newer version has changed this database: start the newer version, or restore a backup from before the upgrade.'
const OLDER =
  'This database was made before 1.0.0; such databases are not supported: name a new database.'

async function readAll(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<Record<string, Rows>> {
  const read = tables.map(
    async (name) =>
      [name, (await sql<Rows[number]>`select * from ${sql.table(name)}`.execute(db)).rows] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

async function lookAt(database: TestDatabase) {
  const db = connect(database.location)
  const names = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  )
  const seen = {
    names,
    rows: await readAll(db, names),
  }
  await db.destroy()
  return seen
}

describe.each(ENGINES)('migrations on %s', (engine) => {
  const made: TestDatabase[] = []
  const use = async (creating: Promise<TestDatabase>) => {
    const database = await creating
    made.push(database)
    return database
  }
  afterEach(async () => await Promise.all(made.splice(0).map((database) => database.drop())))
  const applied = async (database: TestDatabase, statement: string) => {
    const db = connect(database.location)
    await sql.raw(statement).execute(db)
    await db.destroy()
  }

  test('a later release migrates an older database once, completely or not at all', async () => {
    const { location } = await use(createTestDatabase(engine))
    const db = connect(location)
    const teamColumns = async () => {
      const tables = await db.introspection.getTables()
      return tables.find(({ name }) => name === 'teams')?.columns.map(({ name }) => name)
    }
    const migrateThen = (after: () => Promise<void>) => {
      const released = () => Promise.reject(new Error('made anew'))
      const later = async (tx: Kysely<unknown>) => {
        await sql`alter table teams add column motto text`.execute(tx)
        await after()
      }
      const migrations = new Map([
        ['1.0.0', released],
        ['1.1.0', later],
      ])
      return migrate(db, engine, migrations)
    }
    try {
      await expect(migrateThen(() => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
      expect(await teamColumns()).not.toContain('motto')
      await migrateThen(() => Promise.resolve())
      expect(await teamColumns()).toContain('motto')
      await migrateThen(() => Promise.reject(new Error('changed twice')))
    } finally {
      await db.destroy()
    }
  })

  test('a database from before 1.0.0 is refused in one sentence and stays unchanged', async () => {
    const database = await use(createTestDatabase(engine))
    await applied(
      database,
      "update kysely_migration set name = '0020-pauses-by-index' where name = '1.0.0'",
    )
    const before = await lookAt(database)
    const { ended } = startCommand(
      { PATH: process.env.PATH, DATABASE_URL: urlOf(database.location) },
      'verify',
    )
    expect(await ended).toEqual({ code: 1, stdout: '', stderr: `${OLDER}\n` })
    expect(await lookAt(database)).toEqual(before)
  })

  test('a newer database is refused in one sentence', async () => {
    const database = await use(createTestDatabase(engine))
    await applied(
      database,
      "insert into kysely_migration values ('9.0.0', '2030-01-01T00:00:00.000Z')",
    )
    await expect(openDatabase(database.location)).rejects.toThrow(new Failure(NEWER))
  })

  test('servers and commands that open a new database at once wait for each other', async () => {
    const { location } = await use(createTestDatabase(engine, { empty: true }))
    const folder = createFolder()
    onTestFinished(folder.remove)
    const commands = ['arkade', 'kutak', 'vrt'].map((vendor_id) => {
      writeFileSync(
        folder(`${vendor_id}.json`),
        JSON.stringify({ vendors: [{ vendor_id, name: vendor_id }] }),
      )
      return startCommand(
        { PATH: process.env.PATH, DATABASE_URL: urlOf(location) },
        'apply',
        folder(`${vendor_id}.json`),
      ).ended
    })
    expect((await Promise.all(commands)).map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      commands.map(() => ({ code: 0, stderr: '' })),
    )
  })
})

// Released databases have these tables, so a change needs another migration.
test.each([
  ['sqlite', 'c4c390b591f484db'],
  ['postgres', 'ae8d9160de0d68bf'],
] as const)('the tables of release 1.0.0 on %s stay unchanged', async (engine, digest) => {
  const statements = await statementsOf((db) =>
    createSchema(db as unknown as Kysely<unknown>, engine),
  )
  const schema = statements.join(';\n')
  expect(createHash('sha256').update(schema).digest('hex').slice(0, 16)).toBe(digest)
})
