import pg from 'pg'
import { openDatabase } from '#server/db/open'
import { startPostgres } from '../../tests/support/start-postgres'
import type { BenchDatabase, BenchDatabases, Seeding } from './databases'
import { countScores } from './projection'
import { eventRows } from './seed/event-rows'
import { seedPostgres } from './seed/seed-postgres'

async function query<T>(url: string, text: string, values: unknown[] = []): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: T }>(text, values)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

const keepsScores = async (url: string) =>
  (await query<boolean>(url, "select to_regclass('team_scores') is not null as value")) === true

/** A real PostgreSQL with default durability, for the duration of the measurement. */
export async function openPostgresDatabases({ size, build, progress }: Seeding): Promise<BenchDatabases> {
  progress('starting PostgreSQL')
  const server = await startPostgres({ durable: true })
  const made = new Set<number>()
  let copies = 0
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href

  async function seed(awards: number): Promise<void> {
    progress(`filling PostgreSQL with ${awards} awards`)
    const url = urlOf(`seed_${awards}`)
    await query(server.url, `create database seed_${awards}`)
    await (await openDatabase({ engine: 'postgres', url })).close()
    await seedPostgres(url, eventRows(size, awards, Date.now()))
    if (await keepsScores(url)) countScores(build, url)
    made.add(awards)
  }

  async function benchDatabase(name: string): Promise<BenchDatabase> {
    const url = urlOf(name)
    return {
      url,
      keepsScores: await keepsScores(url),
      countAwards: async () => Number(await query(url, 'select count(*) as value from awards')),
      countRecorded: async (ids) =>
        Number(await query(url, 'select count(*) as value from awards where award_id = any($1)', [ids])),
      discard: async () => void (await query(server.url, `drop database ${name} with (force)`)),
    }
  }

  return {
    engine: 'postgres',
    async copyWith(awards) {
      if (!made.has(awards)) await seed(awards)
      const name = `copy_${++copies}`
      await query(server.url, `create database ${name} template seed_${awards}`)
      return await benchDatabase(name)
    },
    close: server.stop,
  }
}
