import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withDatabase } from '#cli/event-database'
import { freeze } from '#server/calls/corrections/results'
import { openDatabase } from '#server/db/open'
import { openSqlite } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import { failureText } from '#server/failure'
import { createTestDatabase, ENGINES, type TestDatabase, urlOf } from '../support/databases'

const BY = { userId: null, reason: null }

/**
 * Holds the lock that a write needs, as a long transaction does. Returns a function that releases
 * it.
 */
async function occupy({ location }: TestDatabase): Promise<() => Promise<void>> {
  if (location.engine === 'sqlite') {
    const other = openSqliteFile(location.file)
    other.exec('begin immediate')
    return async () => other.close()
  }
  const other = new pg.Client(location.url)
  await other.connect()
  await other.query("begin; select pg_advisory_xact_lock(hashtextextended('accounts', 0))")
  return () => other.end()
}

test.each(ENGINES)(
  'on %s a command waits for a busy database longer than a server does, and then does its work',
  async (engine) => {
    const database = await createTestDatabase(engine)
    const server = await openDatabase(database.location)
    const command = await openDatabase(database.location, 'command')
    const letGo = await occupy(database)
    const commanded = freeze({}, { game: { db: command, now: Date.now }, by: BY }).then(
      () => 'done',
      failureText,
    )
    // The server starts to wait after the command does, but gives up before the command would.
    await expect(server.write({ kind: 'accounts' }, async () => undefined)).rejects.toThrow()
    await letGo()
    expect(await commanded).toBe('done')
    for (const db of [server, command]) await db.close()
    await database.drop()
  },
)

test('a command says why it failed if PostgreSQL ends its connection while it waits', async () => {
  const database = await createTestDatabase('postgres')
  if (database.location.engine !== 'postgres') throw new Error('another engine')
  await (await openDatabase(database.location)).close()
  const letGo = await occupy(database)
  const outcome = withDatabase(database.location, 'command', (db) =>
    freeze({}, { game: { db, now: Date.now }, by: BY }),
  ).then(() => 'done', failureText)
  const admin = new pg.Client(database.location.url)
  await admin.connect()
  const end =
    'select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = $1 and datname = current_database()'
  await expect.poll(async () => (await admin.query(end, ['Lock'])).rowCount).toBe(1)
  expect(await outcome).toMatch(/^The database did not answer in time: /)
  await admin.end()
  await letGo()
  await database.drop()
})

describe('a write on SQLite', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase('sqlite')
  })
  afterEach(() => database.drop())

  test('waits for another process without blocking its own process, and fails at its deadline with a reason', async () => {
    const db = await openSqlite(urlOf(database.location).replace('sqlite:', ''), 300)
    const letGo = await occupy(database)
    const outcome = freeze({}, { game: { db, now: Date.now }, by: BY }).then(
      () => 'done',
      (reason: unknown) => (reason instanceof Error ? reason.message : reason),
    )
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    expect(await outcome).toBe('database is locked')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    await letGo()
    const frozen = await freeze({}, { game: { db, now: () => 1_800_000_000_000 }, by: BY })
    expect(frozen).toEqual({ frozen_at: '2027-01-15T08:00:00.000Z' })
    await db.close()
  })
})
