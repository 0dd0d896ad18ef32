import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createLogReader, parseCommit } from '#server/db/commit-log'
import type { Commit } from '#server/db/commits'
import type { Database } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { createPostgresDatabase, type OwnDatabase } from '../support/postgres-database'

const CHANGE: Commit = { on: 'ledger', teamIds: ['vukovi'], concerns: [{ of: ['team'], teams: ['vukovi'] }] }
const insert = (commit: Commit) => ({
  text: 'insert into changes_made (made_by, change) values ($1, $2)',
  values: ['another', JSON.stringify(commit)],
})

describe('the log of changes on PostgreSQL', () => {
  let database: OwnDatabase
  let here: Database
  let elsewhere: Database
  let other: pg.Client
  let received: Commit[] = []

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  beforeAll(async () => {
    database = await createPostgresDatabase(inject('postgresUrl'))
    const location = { engine: 'postgres', url: database.url } as const
    here = await openDatabase(location)
    elsewhere = await openDatabase(location)
    other = await connect()
    here.commits.subscribe((change) => void received.push(change))
    elsewhere.commits.subscribe(() => undefined)
    await Promise.all([here.commits.joined(), elsewhere.commits.joined()])
  })
  afterAll(async () => {
    await other.end()
    await Promise.all([here.close(), elsewhere.close()])
    await database.drop()
  })

  const write = (db: Database, teamId: string) =>
    db.write({ on: 'ledger', teamIds: [teamId] }, async (_db, notify) => notify({ of: ['team'], teams: [teamId] }))
  const ofTeam = (teamId: string): Commit => ({ on: 'ledger', teamIds: [teamId], concerns: [{ of: ['team'], teams: [teamId] }] })

  test('fault 61: what another server committed is published before a call goes on, and once', async () => {
    await here.commits.catchUp()
    received = []
    for (const teamId of ['a', 'b', 'c']) {
      await write(elsewhere, teamId)
      await here.commits.catchUp()
      expect(received.at(-1)).toEqual(ofTeam(teamId))
    }
    await write(here, 'd')
    await here.commits.catchUp()
    await here.commits.catchUp()
    expect(received).toEqual(['a', 'b', 'c', 'd'].map(ofTeam))
  })

  test('fault 61: a commit under an earlier transaction id than one that was read before is not missed', async () => {
    await here.commits.catchUp()
    received = []
    const late = await connect()
    await late.query('begin')
    await late.query(insert(ofTeam('late')))
    await write(elsewhere, 'early')
    await here.commits.catchUp()
    expect(received).toEqual([ofTeam('early')])
    await late.query('commit')
    await here.commits.catchUp()
    expect(received).toEqual([ofTeam('early'), ofTeam('late')])
    await late.end()
  })

  test('a change is logged in the transaction of its write, and not without it', async () => {
    const ids = await other.query<{ xid: string }>('select max(xid)::text as xid from changes_made')
    const xid = await elsewhere.write({ on: 'roster' }, async (db) => {
      const { rows } = await db.executeQuery<{ xid: string }>({
        ...db.selectNoFrom((eb) => eb.val(1).as('x')).compile(),
        sql: 'select pg_current_xact_id()::text as xid',
        parameters: [],
      })
      return rows[0]?.xid
    })
    const logged = await other.query<{ xid: string }>('select max(xid)::text as xid from changes_made')
    expect(logged.rows[0]?.xid).toBe(xid)
    expect(logged.rows).not.toEqual(ids.rows)
    const failed = elsewhere.write({ on: 'roster' }, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect((await other.query('select max(xid)::text as xid from changes_made')).rows).toEqual(logged.rows)
  })

  test('a write whose change cannot be logged is not done, and says so', async () => {
    await other.query('alter table changes_made add constraint refused check (false) not valid')
    try {
      const name = (db: Database) => db.read.selectFrom('settings').selectAll().where('name', '=', 'x').execute()
      const value = { name: 'x', value: '1' }
      await expect(elsewhere.write({ on: 'event' }, (db) => db.insertInto('settings').values(value).execute())).rejects.toThrow(
        'refused',
      )
      expect(await name(elsewhere)).toEqual([])
    } finally {
      await other.query('alter table changes_made drop constraint refused')
    }
  })

  test('fault 61: while the log does not answer, a call goes on after 250 ms at most, and nothing cached is shown', async () => {
    // What an earlier test changed would arrive here.
    await here.commits.catchUp()
    received = []
    const locking = await connect()
    try {
      await locking.query('begin')
      await locking.query('lock table changes_made in access exclusive mode')
      const begun = performance.now()
      await here.commits.catchUp()
      // Timers are late on a busy machine.
      expect(performance.now() - begun).toBeLessThan(2_000)
      expect(received).toEqual([{ on: 'anything', unread: true }])
      await locking.query(insert(CHANGE))
      await locking.query('commit')
      await expect.poll(() => received).toContainEqual(CHANGE)
    } finally {
      await locking.end()
    }
  })

  test('rows are deleted once all have had a minute to read them, and who was away for longer takes anything as changed', async () => {
    const clock = { at: 0 }
    const client = await connect()
    // The database's clock, put forward.
    async function query(config: pg.QueryConfig, values?: unknown[]) {
      const result = await client.query<{ at?: number }>(config, values)
      for (const row of result.rows) if (row.at !== undefined) row.at += clock.at
      return result
    }
    const log = createLogReader(Object.create(client, { query: { value: query } }) as pg.Client)
    expect(await log.next('me')).toEqual([{ on: 'anything' }])
    await log.deleteOld()
    const count = async () =>
      (await other.query<{ rows: number }>('select count(*)::int as rows from changes_made')).rows[0]?.rows
    await other.query(insert(CHANGE))
    const open = await connect()
    await open.query('begin')
    await open.query(insert(CHANGE))
    expect(await log.next('me')).toEqual([CHANGE])
    const aMinuteLater = async () => {
      clock.at += 60_000
      expect(await log.next('me')).toEqual([{ on: 'anything' }])
      await log.deleteOld()
      return await count()
    }
    // Transaction ids are the cluster's: an older transaction in another test's database keeps the rows until it ends.
    await expect.poll(aMinuteLater, { timeout: 20_000 }).toBe(0)
    await open.query('commit')
    expect(await log.next('me')).toEqual([CHANGE])
    await Promise.all([client.end(), open.end()])
  })

  test('what a server of another version wrote may be about anything', () => {
    expect(parseCommit(JSON.stringify(CHANGE))).toEqual(CHANGE)
    for (const text of ['', 'true', '{"on":"weather"}', '{"on":"ledger"}']) expect(parseCommit(text)).toEqual({ on: 'anything' })
  })
})
