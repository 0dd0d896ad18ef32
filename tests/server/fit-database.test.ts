import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseDatabaseUrl } from '#server/db/database-url'
import { holdOffServers, openDatabase } from '#server/db/open'
import { lockForServer } from '#server/db/sqlite'
import { freePort } from '../../scripts/free-port'
import { runCommand } from '../support/command'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, urlOf } from '../support/databases'
import { ownFolder } from '../support/folder'
import { createPostgresDatabase } from '../support/postgres-database'

const path = ownFolder()

describe('a wrong DATABASE_URL', () => {
  const encode = 'a / ? or # in user name or password must be written as %2F, %3F or %23'
  test.each([
    ['postgres://igra:p#s/w?@db/igra', [encode]],
    ['postgres://igra:12345@db:secret/igra', ['its port must be a number from 1 to 65535']],
    [
      'postgres://igra:12345@db:70000',
      ['its port must be a number from 1 to 65535', 'it names no database'],
    ],
    [
      'postgres://igra:12%zz@db/igra',
      ['a % that is not followed by two hexadecimal digits must be written as %25'],
    ],
    ['postgres://igra:12 345@db/igra', ['a space must be written as %20']],
    ['postgres://:12345@/igra', ['it names no user', 'it names no host']],
    ['postgres://igra:12345@db/igra/2', ['a / in the name of the database must be written as %2F']],
    [
      'postgres://igra:12345@db/igra?sslmode=12345',
      [/^its sslmode must be one of disable, prefer/],
    ],
  ] as const)(
    '%s: each fault is reported in one sentence, and no part of the address is printed',
    async (text, faults) => {
      let said = ''
      try {
        parseDatabaseUrl(text)
      } catch (reason) {
        said = reason instanceof Error ? reason.message : ''
      }
      const [, list = ''] =
        /^DATABASE_URL must be like postgres:\/\/USER:PASSWORD@HOST:5432\/DATABASE: (.*)\.$/.exec(
          said,
        ) ?? []
      const expected = faults.map((fault) =>
        typeof fault === 'string' ? fault : expect.stringMatching(fault),
      )
      expect(list.split('; ')).toEqual(expected)
      expect(said).not.toMatch(/12345|secret|p#s|rest/)
    },
  )

  test('without a known scheme is refused; every form of address that PostgreSQL accepts is taken', () => {
    const sentence =
      /^DATABASE_URL must start with sqlite: or postgres:\/\/, for example sqlite:data\/game\.db\.$/
    for (const text of ['igra', 'postgres:igra', '"postgres://db/igra"'])
      expect(() => parseDatabaseUrl(text)).toThrow(sentence)
    for (const url of [
      'postgresql://igra:p%23s%2Fw%3F@db:5432/igra?sslmode=verify-full',
      'postgres://igra:p@ss@[::1]:5432/igra',
      'postgres:///igra?host=/run/postgresql',
      'postgres://%2Frun%2Fpostgresql/igra',
    ])
      expect(parseDatabaseUrl(url)).toEqual({ engine: 'postgres', url })
  })

  test('an absent server, or one that asks for a password, is reported in one sentence by every command', async () => {
    const own = await createTestDatabase('sqlite')
    // `localhost` may be two addresses, and then the error of connecting has no message.
    const absent = `postgres://igra:tajna@localhost:${await freePort()}/igra`
    const nameless = new URL(inject('postgresUrl'))
    nameless.password = ''
    for (const line of ['status', 'reset --keep tags', 'restore none.backup', 'move --to']) {
      const args = line.split(' ')
      const failureOn = async (url: string) => {
        const isTarget = args.includes('--to')
        const location = isTarget ? own.location : ({ engine: 'postgres', url } as const)
        return (await runCommand(location, ...args, ...(isTarget ? [url] : []))).failure
      }
      expect(await failureOn(absent)).toMatch(
        /^The database cannot be opened \(PostgreSQL localhost:\d+\/igra\): connect ECONNREFUSED [^\n]*\.$/,
      )
      expect(await failureOn(nameless.href)).toMatch(
        /^The database cannot be opened \(.*\): it asks for a password, and the address has none\.$/,
      )
    }
    await own.drop()
  })
})

describe.each(ENGINES)('a database of another program on %s', (engine) => {
  test('is refused by the server, by commands and by move, and stays unchanged', async () => {
    const database = await createTestDatabase(engine, { empty: true })
    const { location } = database
    const other = connect(location)
    for (const table of ['users', 'orders'])
      await other.schema.createTable(table).addColumn('id', 'integer').execute()
    await other.destroy()
    const refusal =
      /^(PostgreSQL|SQLite file) \S+ contains tables of another program \(.*\); name an empty database, or that of an event\.$/
    await expect(openDatabase(location)).rejects.toThrow(refusal)
    expect((await runCommand(location, 'status')).failure).toMatch(refusal)
    const own = await createTestDatabase('sqlite')
    expect((await runCommand(own.location, 'move', '--to', urlOf(location))).failure).toMatch(
      refusal,
    )
    await own.drop()
    if (location.engine === 'sqlite') expect(existsSync(`${location.file}-wal`)).toBe(false)
    await database.drop()
  })
})

test('a PostgreSQL whose encoding has no emoji is refused by the server and by move', async () => {
  const latin = await createPostgresDatabase(
    inject('postgresUrl'),
    "template0 encoding 'LATIN2' locale 'C'",
  )
  const refusal =
    /^PostgreSQL \S+ is encoded in LATIN2, which has no emoji; create it with createdb --encoding=UTF8/
  await expect(openDatabase({ engine: 'postgres', url: latin.url })).rejects.toThrow(refusal)
  const own = await createTestDatabase('sqlite')
  expect((await runCommand(own.location, 'move', '--to', latin.url)).failure).toMatch(refusal)
  await own.drop()
  await latin.drop()
})

const PGBOUNCER = '/usr/sbin/pgbouncer'

describe.runIf(existsSync(PGBOUNCER))('a pooler', () => {
  const started: ChildProcess[] = []
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  beforeAll(async () => {
    database = await createPostgresDatabase(inject('postgresUrl'))
  })
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    await database.drop()
  })

  async function poolerIn(mode: string): Promise<string> {
    const { hostname, port, username, password, pathname } = new URL(database.url)
    const own = await freePort()
    const file = path(`${mode}.ini`)
    const server = `host=${hostname} port=${port} user=${username} password=${password}`
    const listen = `listen_addr=127.0.0.1\nlisten_port=${own}\nauth_type=any\nunix_socket_dir=`
    const pool = `pool_mode=${mode}\ndefault_pool_size=40`
    writeFileSync(
      file,
      `[databases]\n${pathname.slice(1)} = ${server}\n[pgbouncer]\n${listen}\n${pool}\n`,
    )
    chmodSync(path(), 0o755)
    // PgBouncer refuses to run as root.
    const child = spawn(PGBOUNCER, [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), file])
    started.push(child)
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await expect.poll(() => log).toContain('process up')
    return `postgres://postgres@127.0.0.1:${own}${pathname}`
  }

  test.each(['transaction', 'statement'])(
    'in mode %s is refused by the server and by commands',
    async (mode) => {
      const url = await poolerIn(mode)
      const refusal =
        /^PostgreSQL \S+ is behind a pooler that shares connections \(in pgbouncer pool_mode = transaction\); name/
      await expect(openDatabase({ engine: 'postgres', url })).rejects.toThrow(refusal)
      for (const args of [['status'], ['reset', '--keep', 'tags', '--yes']])
        expect((await runCommand({ engine: 'postgres', url }, ...args)).failure).toMatch(refusal)
      // No backend of the pooler holds the lock that keeps servers from starting.
      await (await holdOffServers({ engine: 'postgres', url: database.url })).release()
    },
  )

  test('in mode session is accepted', async () => {
    const db = await openDatabase({ engine: 'postgres', url: await poolerIn('session') })
    await db.probe()
    await db.close()
  })
})

describe('an SQLite file counts as one file', () => {
  test('under any link or path: while a server runs restore is refused, and later it keeps the link', async () => {
    const file = path('real/game.db')
    const db = await openDatabase({ engine: 'sqlite', file })
    await db.close()
    mkdirSync(path('other'))
    symlinkSync(file, path('other/game.db'))
    symlinkSync(path('real'), path('folder'))
    const ways = ['other/game.db', 'folder/game.db', 'other/../real/game.db'].map((way) =>
      parseDatabaseUrl(`sqlite:${path(way)}`),
    )
    expect(ways).toEqual(Array(3).fill({ engine: 'sqlite', file }))

    const backup = path('event.backup')
    expect((await runCommand({ engine: 'sqlite', file }, 'backup', backup)).failure).toBeNull()
    const link = { engine: 'sqlite', file: path('other/game.db') } as const
    const lock = lockForServer(file)
    expect((await runCommand(link, 'restore', backup, '--yes')).failure).toMatch(
      /^A server runs on this database /,
    )
    lock.release()
    expect((await runCommand(link, 'restore', backup, '--yes')).failure).toBeNull()
    expect(lstatSync(link.file).isSymbolicLink()).toBe(true)
    expect((await runCommand(link, 'backup', file)).failure).toBe(
      `${file} is the database itself; name another file.`,
    )
  })

  test('even before it exists', () => {
    symlinkSync(path('later/game.db'), path('dangling.db'))
    expect(parseDatabaseUrl(`sqlite:${path('dangling.db')}`)).toEqual({
      engine: 'sqlite',
      file: path('later/game.db'),
    })
    expect(parseDatabaseUrl(`sqlite:${path('new/game.db')}`)).toEqual({
      engine: 'sqlite',
      file: path('new/game.db'),
    })
  })

  test('only with a single name: no server starts on a file with hard links', async () => {
    const file = path('twice.db')
    await (await openDatabase({ engine: 'sqlite', file })).close()
    linkSync(file, path('twice-too.db'))
    expect(() => lockForServer(file)).toThrow(/^\S+twice\.db has 2 names \(hard links\)/)
    expect(() => lockForServer(path('.'))).toThrow(/ is a folder: name a file in it\.$/)
  })
})

test('a file that cannot be written is reported with its path and the reason', async () => {
  const own = await createTestDatabase('sqlite')
  writeFileSync(path('file'), '')
  const refused = path('file/event.backup')
  expect((await runCommand(own.location, 'backup', refused)).failure).toMatch(
    /^\S+file\/event\.backup cannot be written: a part of the path is a file/,
  )
  // The system lets nobody create a folder in /proc.
  const nowhere = (await runCommand(own.location, 'backup', '/proc/none/event.backup')).failure
  expect(nowhere).toBe('/proc/none/event.backup cannot be written: there is no such folder.')
  mkdirSync(path('a-folder'))
  const { failure } = await runCommand(own.location, 'backup', path('a-folder'), '--yes')
  expect(failure).toBe(`${path('a-folder')} cannot be written: it is a folder.`)
  // As on a full volume: no file of the backup may grow to the size of its first tables.
  const limited = ['-c', 'ulimit -f 128; exec "$@"', 'sh', process.execPath]
  const program = join(inject('serverBundle'), 'event.js')
  const { stderr } = spawnSync('sh', [...limited, program, 'backup', path('full.backup')], {
    env: { ...process.env, DATABASE_URL: urlOf(own.location) },
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^\S+full\.backup cannot be written: .+\.\n$/)
  expect(readdirSync(path()).filter((name) => name.startsWith('full.'))).toEqual([])
  const database = { engine: 'sqlite', file: path('file/game.db') } as const
  expect((await runCommand(database, 'status')).failure).toMatch(
    /file\/game\.db cannot be written: a part of /,
  )
  await own.drop()
})
