import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { CallName } from '#contract/calls'
import { openDatabase } from '#server/db/open'
import { WANTED_POOLS } from '#server/db/postgres-pool'
import { currentPace } from '../../scripts/machine'
import { startSessions } from '../support/cast'
import { insertEvent, insertTeams, STAFF } from '../support/event'
import { METRICS_TOKEN } from '../support/game-server'
import { callOver, postCall } from '../support/http-call'
import { createPostgresDatabase } from '../support/postgres-database'
import { startRelay } from '../support/relay'
import { ownServerFolder, startServerProcess } from '../support/server-process'
import { times } from '../support/times'

/** The limit of faults 74 and 75, longer on a slower machine. */
const MAX_MS = 10_000 * currentPace().patience
const TEAMS = ['vukovi', 'risovi', 'medvjedi']

const folder = ownServerFolder()
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

/** Creates a separate database, and a server that reaches it through a relay. */
async function arrange() {
  const database = await createPostgresDatabase(inject('postgresUrl'))
  const db = await openDatabase({ engine: 'postgres', url: database.url })
  await insertEvent(db)
  const sessions = await db.write({ kind: 'accounts' }, (tx) =>
    startSessions(tx, Object.keys(STAFF), Date.now()),
  )
  await insertTeams(db, TEAMS)
  const relay = await startRelay(database.url)
  const server = await startServerProcess(folder, relay.url, { METRICS_TOKEN })
  ends.push(async () => {
    await server.end('SIGKILL')
    relay.close()
    await db.close()
    await database.drop()
  })
  const cookie = (name: string) => `session_token=${sessions.get(name)}`
  /** Sends one award of Iva's again and again until it is answered, as an outbox does. */
  const award = async (team_id: string, { url } = server) => {
    const input = { team_id, point_type: 'dolazak', award_id: randomUUID() }
    while ((await callOver(url, 'awardPoints', input, cookie('iva')))?.status !== 'OK')
      await sleep(100)
  }
  /** Sends an award of Iva's once, and returns the answer. */
  const tryAward = () => {
    const input = { team_id: 'risovi', point_type: 'dolazak', award_id: randomUUID() }
    return postCall(server.url, 'awardPoints', input, { cookie: cookie('iva') })
  }
  await award('vukovi')
  return { database, db, relay, server, cookie, award, tryAward }
}

async function msUntil(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round(performance.now() - begun)
}

/**
 * Starts all `works` at once and returns the time that each took (ms). `PRINT_TIMES=1` prints the
 * times, for bench/README.md.
 */
async function timeEach(
  what: string,
  works: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const took = await Promise.all(works.map(msUntil))
  if (process.env.PRINT_TIMES !== undefined)
    process.stdout.write(`${what}: ${took.join(', ')} ms\n`)
  return took
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function untilStatus(url: string, status: number): Promise<void> {
  while ((await statusOf(url)) !== status) await sleep(100)
}

// In parallel, because most of the time is spent waiting for answers.
describe('a server whose database falls silent', { concurrent: true }, () => {
  test('fault 74: leaves the awards to another server within 10 s if it is suspended during a transaction', async ({
    expect,
  }) => {
    const { database, db, server, award } = await arrange()
    const other = await startServerProcess(folder, database.url)
    await award('vukovi', other)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('begin; lock table awards in access exclusive mode')
    const given = TEAMS.map((team) => award(team))
    // The server now holds the lock of the teams' ledgers, and waits for the table.
    const waiting = sql<{ count: number }>`
      select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'relation'`
    await expect.poll(async () => (await waiting.execute(db.read)).rows).toEqual([{ count: 1 }])
    server.signal('SIGSTOP')
    await client.query('commit')
    await client.end()

    const took = await timeEach(
      'suspended: awards of the other server',
      TEAMS.map((team) => () => award(team, other)),
    )
    expect(Math.max(...took)).toBeLessThan(MAX_MS)
    // When the stopped server continues, its awards still count only once.
    server.signal('SIGCONT')
    await Promise.all(given)
    await other.end('SIGKILL')
  })

  test('fault 76: code requests that take all connections not reserved for the ledger delay no award', async ({
    expect,
  }) => {
    const { database, db, server, tryAward } = await arrange()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query("begin; select pg_advisory_xact_lock(hashtextextended('accounts', 0))")
    const asked = times(20, (index) =>
      callOver(server.url, 'requestCode', { id: `nitko${index}@example.hr` }),
    )
    const waiting = sql<{ count: number }>`
      select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    const all = [{ count: WANTED_POOLS.other }]
    await expect.poll(async () => (await waiting.execute(db.read)).rows).toEqual(all)
    expect((await tryAward()).status).toBe(200)
    // None of the code requests has been answered yet.
    expect(await Promise.race([...asked, Promise.resolve('none')])).toBe('none')
    await client.query('commit')
    await client.end()
    await Promise.all(asked)
  })

  test('fault 75: if connections die silently and new ones work, awards and readings are answered within seconds', async () => {
    const { relay, server, award, cookie } = await arrange()
    const read = (name: CallName) => async () => {
      while ((await callOver(server.url, name, {}, cookie('mia')))?.status !== 'OK')
        await sleep(100)
    }
    relay.swallow()
    const took = await timeEach('swallowed: awards, ranking, vendors', [
      ...TEAMS.map((team) => () => award(team)),
      read('ranking'),
      read('listVendors'),
    ])
    expect(Math.max(...took)).toBeLessThan(MAX_MS)
    expect(await statusOf(`${server.url}/ready`)).toBe(200)
  })

  test('fault 75: answers 503 and says so in /ready within 10 s, and recovers once the database answers again', async () => {
    const { relay, server, award, cookie, tryAward } = await arrange()
    relay.swallowsAll = true
    const took = await timeEach('nothing passes: ready, award, vendors', [
      () => untilStatus(`${server.url}/ready`, 503),
      async () => expect((await tryAward()).status).toBe(503),
      async () =>
        expect(
          (await postCall(server.url, 'listVendors', {}, { cookie: cookie('mia') })).status,
        ).toBe(503),
    ])
    expect(Math.max(...took)).toBeLessThan(MAX_MS)
    expect(await statusOf(`${server.url}/health`)).toBe(200)
    const ready = await fetch(`${server.url}/ready`)
    expect([ready.headers.get('retry-after'), await ready.json()]).toMatchObject([
      '1',
      { status: 'KO', code: 'UNAVAILABLE' },
    ])
    // The server still reports the last known numbers.
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    expect(await metrics.text()).toMatch(/^geekquest_sms_failing 0$/m)

    relay.swallowsAll = false
    relay.swallow()
    const back = await timeEach('it passes again: ready, award', [
      () => untilStatus(`${server.url}/ready`, 200),
      () => award('medvjedi'),
    ])
    expect(Math.max(...back)).toBeLessThan(MAX_MS)
  })

  test('fault 75: answers UNAVAILABLE while the database is read-only, and counts the awards when it is writable again', async () => {
    const { database, db, server, award, tryAward } = await arrange()
    const name = new URL(database.url).pathname.slice(1)
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(db.read)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db.read)
    const answer = await tryAward()
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
    expect(await statusOf(`${server.url}/ready`)).toBe(503)

    await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(db.read)
    const took = await timeEach('written again: ready, award', [
      () => untilStatus(`${server.url}/ready`, 200),
      () => award('medvjedi'),
    ])
    expect(Math.max(...took)).toBeLessThan(MAX_MS)
  })
})
