import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createLogReader, parseCommit } from '#server/db/commit-log'
import type { Commit } from '#server/db/commits'
import type { Database } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { endAccess } from '#server/db/queries/sessions'
import { disband } from '#server/db/queries/teams'
import { currentPace } from '../../scripts/machine'
import { ENGINES } from '../support/databases'
import { moveStaff } from '../support/event'
import { openStream } from '../support/live'
import { foundTeam, signIn } from '../support/people'
import { createPostgresDatabase, type OwnDatabase } from '../support/postgres-database'
import { useGame } from '../support/use-game'

const CHANGE: Commit = {
  on: 'ledger',
  teamIds: ['vukovi'],
  concerns: [{ of: ['team'], teams: ['vukovi'] }],
}
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
    db.write({ kind: 'ledger', teamIds: [teamId] }, async (_db, notify) =>
      notify({ of: ['team'], teams: [teamId] }),
    )
  const ofTeam = (teamId: string): Commit => ({
    on: 'ledger',
    teamIds: [teamId],
    concerns: [{ of: ['team'], teams: [teamId] }],
  })

  test('fault 61: another server’s commit is published before a call continues, and only once', async () => {
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

  test('fault 61: a commit is not missed if a later transaction id was read before', async () => {
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

  test('a change is logged in the transaction of its write, and is not logged if the write fails', async () => {
    const ids = await other.query<{ xid: string }>('select max(xid)::text as xid from changes_made')
    const xid = await elsewhere.write({ kind: 'roster' }, async (db) => {
      const { rows } = await db.executeQuery<{ xid: string }>({
        ...db.selectNoFrom((eb) => eb.val(1).as('x')).compile(),
        sql: 'select pg_current_xact_id()::text as xid',
        parameters: [],
      })
      return rows[0]?.xid
    })
    const logged = await other.query<{ xid: string }>(
      'select max(xid)::text as xid from changes_made',
    )
    expect(logged.rows[0]?.xid).toBe(xid)
    expect(logged.rows).not.toEqual(ids.rows)
    const failed = elsewhere.write({ kind: 'roster' }, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect((await other.query('select max(xid)::text as xid from changes_made')).rows).toEqual(
      logged.rows,
    )
  })

  test('fault 61: holds up a call only briefly if it does not answer, and then everything counts as changed', async () => {
    // Read the changes of earlier tests first.
    await here.commits.catchUp()
    received = []
    const locking = await connect()
    try {
      await locking.query('begin')
      await locking.query('lock table changes_made in access exclusive mode')
      const begun = performance.now()
      await here.commits.catchUp()
      // Timers are late on a busy machine.
      expect(performance.now() - begun).toBeLessThan(2_000 * currentPace().patience)
      expect(received).toEqual([{ on: 'anything', unread: true }])
      await locking.query(insert(CHANGE))
      await locking.query('commit')
      await expect.poll(() => received).toContainEqual(CHANGE)
    } finally {
      await locking.end()
    }
  })

  test('deletes rows after a minute; a server that was away longer treats everything as changed', async () => {
    const clock = { at: 0 }
    const client = await connect()
    // Acts as if the database's clock were ahead.
    async function query(config: pg.QueryConfig, values?: unknown[]) {
      const result = await client.query<{ at?: number }>(config, values)
      for (const row of result.rows) if (row.at !== undefined) row.at += clock.at
      return result
    }
    const log = createLogReader(Object.create(client, { query: { value: query } }) as pg.Client)
    expect(await log.next('me')).toEqual([{ on: 'anything' }])
    await log.deleteOld()
    const count = async () =>
      (await other.query<{ rows: number }>('select count(*)::int as rows from changes_made'))
        .rows[0]?.rows
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
    // Transaction ids belong to the whole cluster: an older transaction of another test's database
    // keeps the rows until it ends.
    await expect.poll(aMinuteLater).toBe(0)
    await open.query('commit')
    expect(await log.next('me')).toEqual([CHANGE])
    await Promise.all([client.end(), open.end()])
  })

  test('a row written by a server of another version counts as a change of everything', () => {
    expect(parseCommit(JSON.stringify(CHANGE))).toEqual(CHANGE)
    for (const text of ['', 'true', '{"on":"weather"}', '{"on":"ledger"}'])
      expect(parseCommit(text)).toEqual({ on: 'anything' })
  })
})

/** Writes like another server on PostgreSQL, and like the command line beside a server on SQLite. */
describe.each(ENGINES)('a change by another process on %s', (engine) => {
  const game = useGame(engine)

  test('is read and announced: sessions, staff, teams and booths', async () => {
    const db = await openDatabase(game.location)
    const [{ captain }, team, { captain: reader }] = [
      await foundTeam(game),
      await foundTeam(game),
      await foundTeam(game),
    ]
    const [ending, staying] = [
      await openStream(game, captain.api),
      await openStream(game, reader.api),
    ]
    const staff = await signIn(game, 'iva')
    const teams = async () => (await reader.api.ok('listTeams', {})).teams
    const booths = async () =>
      (await reader.api.ok('listVendors', {})).vendors.map(({ name }) => name)
    const before = [
      await captain.api.outcome('currentUser', {}),
      await staff.api.outcome('listAwards', {}),
    ]
    expect([...before, (await teams()).length, (await booths()).length]).toEqual(['OK', 'OK', 3, 2])

    await db.write({ kind: 'accounts' }, (tx) => endAccess(tx, [captain.id], game.clock.now()))
    await expect.poll(() => captain.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    await expect.poll(ending.ended).toBe(true)

    await moveStaff(db, 'iva', null)
    await expect.poll(() => staff.api.outcome('listAwards', {})).toBe('FORBIDDEN')
    expect((await staff.api.ok('currentUser', {})).user.vendor).toBeNull()

    await db.write({ kind: 'roster', teamIds: [team.id] }, (tx) =>
      disband(tx, team.id, game.clock.now()),
    )
    await expect.poll(teams).toHaveLength(2)
    await expect.poll(async () => (await reader.api.ok('ranking', {})).total).toBe(2)
    await expect
      .poll(async () => (await team.captain.api.ok('currentUser', {})).user.team)
      .toBeNull()

    staying.newTopics()
    await db.write({ kind: 'event' }, (tx) =>
      tx.updateTable('vendors').set({ name: 'Nova zona' }).execute(),
    )
    await expect.poll(booths).toEqual(['Nova zona', 'Nova zona'])
    await expect.poll(() => staying.newTopics()).toEqual(expect.arrayContaining(['event']))
    staying.close()
    await db.close()
  })
})
