import { writeFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { EARLIEST_MS } from '#rules/time-range'
import { openDatabase } from '#server/db/open'
import { isNicknameTaken } from '#server/db/queries/accounts'
import { insertRows } from '#server/db/statement'
import type { Tables } from '#server/db/tables'
import { Failure } from '#server/failure'
import { startCommand } from '../support/command'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, type TestDatabase, urlOf } from '../support/databases'
import { userRow } from '../support/event'
import { createFolder } from '../support/folder'

type Rows = Record<string, unknown>[]
const NEWER =
  'A newer version has changed this database: start that one, or restore a backup from before the upgrade.'
const OLDER =
  'This database was made before 1.0.0, which no version takes over: name a new database.'

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

  test('rule 19: keep names that a newer comparison finds the same, and leave the older one its key', async () => {
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
    // Applies the event file unchanged, including its names.
    const own = await db.read
      .selectFrom('users')
      .where('user_id', '=', 'osoba-1')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(await isNicknameTaken(db.read, 'Luka’s', own)).toBe(false)
    expect(await isNicknameTaken(db.read, 'Luka`s', own)).toBe(true)
  })

  test('an older database is refused in one sentence and stays as it was', async () => {
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
