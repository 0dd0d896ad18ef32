import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { withDatabase } from '#cli/event-database'
import { repairScores } from '#cli/verify'
import type { DatabaseLocation } from '#server/db/database-url'
import type { Engine } from '../../tests/support/engine-under-test'
import { startPostgres } from '../../tests/support/start-postgres'
import type { EventSize } from './event'
import { fillEvent } from './fill'

/** The database of one measurement, filled with a whole event. */
export interface BenchDatabase {
  /** For the server's DATABASE_URL. */
  readonly url: string
  /** Number of ledger entries. */
  countAwards(): Promise<number>
  /** Counts how many of these ids are in the ledger. */
  countRecorded(awardIds: readonly string[]): Promise<number>
  discard(): Promise<void>
}

/**
 * The databases of one engine. For each number of awards, a database is filled once with an event
 * and copied for every measurement.
 */
export interface BenchDatabases {
  readonly engine: Engine
  copyWith(awards: number): Promise<BenchDatabase>
  close(): Promise<void>
}

/** The operations on named databases that differ between the engines. */
interface Store {
  locationOf(name: string): DatabaseLocation
  create(name: string): Promise<void>
  /** Called once a new database has been filled. */
  settle(name: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  discard(name: string): Promise<void>
  close(): Promise<void>
}

function openFiles(): Store {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-bench-'))
  const fileOf = (name: string) => join(directory, `${name}.db`)
  return {
    locationOf: (name) => ({ engine: 'sqlite', file: fileOf(name) }),
    create: async () => undefined,
    settle: async () => undefined,
    copy: async (from, to) => copyFileSync(fileOf(from), fileOf(to)),
    async discard(name) {
      for (const suffix of ['', '-wal', '-shm', '.server-lock'])
        rmSync(`${fileOf(name)}${suffix}`, { force: true })
    },
    close: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** A real PostgreSQL with default durability, for the duration of the measurement. */
async function openPostgres(): Promise<Store> {
  const server = await startPostgres({ durable: true })
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  async function run(url: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  return {
    locationOf: (name) => ({ engine: 'postgres', url: urlOf(name) }),
    create: (name) => run(server.url, `create database ${name}`),
    // Do now what autovacuum would do within a minute.
    settle: (name) => run(urlOf(name), 'vacuum analyze', 'checkpoint'),
    copy: (from, to) => run(server.url, `create database ${to} template ${from}`),
    discard: (name) => run(server.url, `drop database ${name} with (force)`),
    close: server.stop,
  }
}

const urlOf = (location: DatabaseLocation) =>
  location.engine === 'sqlite' ? `sqlite:${location.file}` : location.url

function benchDatabase(location: DatabaseLocation, discard: () => Promise<void>): BenchDatabase {
  const count = sql<number>`count(*)`.as('count')
  /** Counts the ledger's entries with these ids; all entries if `ids` is null. */
  const counted = async (ids: readonly string[] | null) =>
    await withDatabase(location, 'command', async ({ read }) => {
      const all = read.selectFrom('awards').select(count)
      const row = await (ids === null
        ? all
        : all.where('award_id', 'in', ids)
      ).executeTakeFirstOrThrow()
      return Number(row.count)
    })
  return { url: urlOf(location), countAwards: () => counted(null), countRecorded: counted, discard }
}

export async function openDatabases(
  engine: Engine,
  size: EventSize,
  progress: (text: string) => void,
): Promise<BenchDatabases> {
  const store = engine === 'sqlite' ? openFiles() : await openPostgres()
  const seeds = new Set<number>()
  let copies = 0

  async function seed(name: string, awards: number): Promise<void> {
    progress(`filling ${engine} with ${awards} awards`)
    await store.create(name)
    await withDatabase(store.locationOf(name), 'command', async (db) => {
      await fillEvent(db, size, awards)
      await repairScores(db)
    })
    await store.settle(name)
    seeds.add(awards)
  }

  return {
    engine,
    async copyWith(awards) {
      const [source, name] = [`seed_${awards}`, `copy_${++copies}`]
      if (!seeds.has(awards)) await seed(source, awards)
      await store.copy(source, name)
      return benchDatabase(store.locationOf(name), () => store.discard(name))
    },
    close: store.close,
  }
}
