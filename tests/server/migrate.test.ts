import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { EARLIEST_MS } from '#rules/time-range'
import { openDatabase } from '#server/db/open'
import { isNicknameTaken } from '#server/db/queries/accounts'
import { findScoreDifferences } from '#server/db/queries/scores'
import { insertRows } from '#server/db/statement'
import { TABLE_NAMES, type Tables } from '#server/db/tables'
import { Failure } from '#server/failure'
import { startCommand } from '../support/command'
import { connect } from '../support/connect'
import {
  createTestDatabase,
  ENGINES,
  type Engine,
  type TestDatabase,
  urlOf,
} from '../support/databases'
import { userRow } from '../support/event'
import { createFolder } from '../support/folder'

type Rows = Record<string, unknown>[]
const NEWER =
  'A newer version has changed this database: start that one, or restore a backup from before the upgrade.'
const OLDER =
  'This database is older than the last version before 1.0.0, the only one that is taken over: start that version on it first, or name a new database.'

const fixture = (name: string) =>
  gunzipSync(readFileSync(new URL(`last-before-1.0.0/${name}.gz`, import.meta.url)))

/** What the last version before 1.0.0 left, with rows in every table; the PostgreSQL one is a dump by `pg_dump --inserts`. */
async function openLastBefore(engine: Engine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine, { empty: true })
  if (database.location.engine === 'sqlite')
    writeFileSync(database.location.file, fixture('event.db'))
  else {
    const client = new pg.Client({ connectionString: database.location.url })
    await client.connect()
    await client.query(fixture('event.sql').toString())
    await client.end()
  }
  return database
}

const plain = (text: string) =>
  text
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .trim()

/** A statement of SQLite; of a table its parts, whose order does not matter. */
function sqliteParts(statement: string): string {
  const [, table, body] = /^create table (\w+) \((.*)\)$/i.exec(plain(statement)) ?? []
  if (table === undefined || body === undefined) return plain(statement).toLowerCase()
  const parts = body.split(/,(?![^(]*\))/).map((part) => part.trim())
  return `${table}: ${parts.sort().join(', ')}`
}

/** All that a schema says, one line each. */
async function readSchema(db: Kysely<Tables>, engine: Engine): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{
      sql: string
    }>`select sql from sqlite_schema where sql is not null`.execute(db)
    return rows.map((row) => sqliteParts(row.sql)).sort()
  }
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
    union all select relname || ' ' || relpersistence::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace`.execute(
    db,
  )
  // pg_dump writes other parentheses than we do.
  return rows.map(({ line }) => plain(line).replaceAll(/[()]/g, '')).sort()
}

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
    schema: await readSchema(db, database.location.engine),
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

  test('a database of the last version before 1.0.0 keeps every row and becomes like a new one', async () => {
    const [database, fresh] = [
      await use(openLastBefore(engine)),
      await use(createTestDatabase(engine)),
    ]
    const before = await lookAt(database)
    const carried = TABLE_NAMES.filter((name) => before.names.includes(name))
    expect(carried.filter((name) => before.rows[name]?.length === 0)).toEqual([])

    const db = await openDatabase(database.location)
    expect(await findScoreDifferences(db.read)).toEqual([])
    await db.close()
    const after = await lookAt(database)
    expect(after.schema).toEqual((await lookAt(fresh)).schema)
    for (const name of carried) {
      // What people were found by is made anew by each server.
      const had = (before.rows[name] ?? []).map(
        ({ search_keys: _keys, search_source: _source, notified_at: _notified, ...row }) => row,
      )
      expect(after.rows[name]).toEqual(
        had.map((row, index) => ({ ...after.rows[name]?.[index], ...row })),
      )
    }
    expect(after.rows.kysely_migration).toMatchObject([{ name: '1.0.0' }, { name: '1.0.0-names' }])
  })

  test('rule 19: names that are the same since their punctuation is compared by its look stay, and the older one keeps its key', async () => {
    const database = await use(createTestDatabase(engine))
    const made = connect(database.location)
    const named = ["Luka's", 'Luka’s', 'Vukovi.', 'Vukovi']
    const person = (nickname: string, at: number) => ({
      ...userRow(`osoba-${at}`, { mobile: `+38591000000${at}` }),
      nickname,
      nickname_key: nickname,
      created_at: at,
      imported: 1,
    })
    for (const [at, name] of named.entries()) {
      await insertRows(made, 'users', [person(name, at)])
      const team = {
        team_id: `tim-${at}`,
        team_name: name,
        name_key: name,
        captain_id: `osoba-${at}`,
        captaincy: 0,
      }
      await insertRows(made, 'teams', [{ ...team, created_at: EARLIEST_MS + at }])
    }
    await sql`delete from kysely_migration where name = '1.0.0-names'`.execute(made)
    await made.destroy()

    const db = await openDatabase(database.location)
    onTestFinished(() => db.close())
    const teams = await db.read
      .selectFrom('teams')
      .orderBy('team_id')
      .select(['team_name', 'name_key'])
      .execute()
    expect(teams).toEqual([
      { team_name: "Luka's", name_key: "luka's" },
      { team_name: 'Luka’s', name_key: "luka's\ntim-1" },
      { team_name: 'Vukovi.', name_key: 'vukovl' },
      { team_name: 'Vukovi', name_key: 'vukovl\ntim-3' },
    ])
    const people = await db.read
      .selectFrom('users')
      .orderBy('user_id')
      .select('nickname_key')
      .execute()
    expect(people.map(({ nickname_key }) => nickname_key)).toEqual([
      "luka's",
      "luka's\nosoba-1",
      'vukovl',
      'vukovl\nosoba-3',
    ])
    // The event is applied as it was written, names and all.
    const own = await db.read
      .selectFrom('users')
      .where('user_id', '=', 'osoba-1')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(await isNicknameTaken(db.read, 'Luka’s', own)).toBe(false)
    expect(await isNicknameTaken(db.read, 'Luka`s', own)).toBe(true)
  })

  test('an older database is refused in one sentence and stays as it was', async () => {
    const database = await use(openLastBefore(engine))
    await applied(database, "delete from kysely_migration where name like '0020%'")
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
