import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, wouldMigrate } from '#server/db/open'
import { managePool, shareOf } from '#server/db/postgres-pool'
import { runCommand } from '../support/command'
import { postCall } from '../support/http-call'
import { newProfile } from '../support/people'
import { createPostgresDatabase } from '../support/postgres-database'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'
import { times } from '../support/times'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

let roles = 0
/** Creates a database whose owner may open `limit` connections. */
async function createFor(limit: number) {
  const database = await createPostgresDatabase(inject('postgresUrl'))
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  const role = `few_${name}_${++roles}`
  await admin.query(`create role ${role} login password 'x' connection limit ${limit}`)
  await admin.query(`alter database ${name} owner to ${role}`)
  ends.push(async () => {
    await admin.end()
    await database.drop()
    const server = new pg.Client({ connectionString: inject('postgresUrl') })
    await server.connect()
    await server.query(`drop role ${role}`)
    await server.end()
  })
  ;[url.username, url.password] = [role, 'x']
  const used = async () =>
    (
      await admin.query<{ used: number }>(
        'select count(*)::int as used from pg_stat_activity where usename = $1',
        [role],
      )
    ).rows[0]?.used
  return {
    url: url.href,
    location: { engine: 'postgres', url: url.href } as const,
    admin,
    name,
    used,
  }
}

const register = async ({ url }: ServerProcess) => {
  const answer = await postCall(url, 'register', { user_data: newProfile() })
  return answer.status === 200
    ? ((await answer.json()) as { status: string }).status
    : answer.status
}

const [folder, shared] = [ownServerFolder(), ownServerFolder()]

describe('a PostgreSQL that allows few connections', () => {
  test('is refused at the start if it allows too few, whether the role or the database has the limit', async () => {
    const five = await createFor(5)
    const role =
      /^PostgreSQL \S+ allows 5 connections \(the role few_\w+\), and a server with its commands needs 6; allow 20 for each server\.$/
    await expect(wouldMigrate(five.location)).rejects.toThrow(role)
    await expect(openDatabase(five.location)).rejects.toThrow(role)
    const limited = await createFor(100)
    await limited.admin.query(`alter database ${limited.name} connection limit 4`)
    await expect(openDatabase(limited.location)).rejects.toThrow(
      / allows 4 connections \(the database test_\w+\), and a server/,
    )
  })

  test('suffices for 80 people who register at once, and leaves two connections for a command', async () => {
    const six = await createFor(6)
    const server = await startServerProcess(folder, six.url)
    expect(server.output()).toMatch(
      /^Warning: PostgreSQL allows 6 connections \(the role \w+\): a server uses 18, and a command 2;/m,
    )
    const registering = times(80, () => register(server))
    const command = runCommand(six.location, 'status')
    expect((await command).failure).toBeNull()
    expect(new Set(await Promise.all(registering))).toEqual(new Set(['OK']))
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    expect(await six.used()).toBeLessThanOrEqual(4)
    await server.end('SIGTERM')
  })

  test('is shared by two servers, both of which answer everybody', async () => {
    const twelve = await createFor(12)
    const first = await startServerProcess(shared, twelve.url)
    // The first server takes its connections before the second one starts.
    expect(new Set(await Promise.all(times(20, () => register(first))))).toEqual(new Set(['OK']))
    const second = await startServerProcess(shared, twelve.url)
    const registering = [first, second].flatMap((server) => times(40, () => register(server)))
    expect(new Set(await Promise.all(registering))).toEqual(new Set(['OK']))
    expect((await runCommand(twelve.location, 'status')).failure).toBeNull()
    for (const server of [first, second]) await server.end('SIGTERM')
  })

  test('makes a call wait for a free connection while others hold all, and in the end refuses the call', async () => {
    const two = await createFor(2)
    const others = await Promise.all(
      times(2, async () => {
        const client = new pg.Client({ connectionString: two.url })
        await client.connect()
        return client
      }),
    )
    const pool = new pg.Pool({ connectionString: two.url, max: 2 })
    ends.push(() => pool.end())
    await expect(managePool(pool, 200).connect()).rejects.toThrow(/too many connections/)
    const managed = managePool(pool, 10_000)
    const waiting = times(20, async () => {
      const client = await managed.connect()
      await client.query('select pg_sleep(0.01)')
      client.release()
    })
    expect(managed.waiting()).toBe(20)
    for (const other of others) await other.end()
    await Promise.all(waiting)
    expect([managed.waiting(), pool.totalCount <= 2]).toEqual([0, true])
  })

  test('is divided so that each server gets at least one connection of each kind, and never over its share', () => {
    const by = 'the role igra'
    expect(shareOf({ connections: 97, by }, 2)).toEqual({ read: 10, ledger: 3, other: 4 })
    expect(shareOf({ connections: 6, by }, 1)).toEqual({ read: 1, ledger: 1, other: 1 })
    expect(shareOf({ connections: 6, by }, 3)).toEqual({ read: 1, ledger: 1, other: 1 })
    for (let connections = 6; connections < 60; connections++) {
      for (const servers of [1, 2, 3]) {
        const { read, ledger, other } = shareOf({ connections, by }, servers)
        const most = Math.max(4, Math.floor((connections - 2) / servers))
        expect([read + ledger + other + 1 <= most, Math.min(read, ledger, other) >= 1]).toEqual([
          true,
          true,
        ])
      }
    }
  })
})
