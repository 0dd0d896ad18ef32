import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { changeUnder, createChangeSource } from './changes'
import { assertRoom, type Database, type Lock } from './database'
import { migrate } from './migrate'
import { createNews } from './postgres-news'
import type { Tables } from './tables'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const ATTEMPTS = 4

/** Errors that another run of the same work settles: serialization failure, deadlock, unique violation. */
const SETTLED_BY_RETRY: ReadonlySet<string> = new Set(['40001', '40P01', '23505'])

/** bigint and numeric arrive as text; every one of ours is a whole number within 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const numeric: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
    if (numeric.includes(oid)) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** The names of what a change must have to itself, in the one order in which they are taken. */
function lockKeys(lock: Lock): string[] {
  switch (lock.on) {
    case 'accounts':
    case 'roster':
      return [lock.on]
    case 'event':
      return ['accounts', 'roster', 'event']
    case 'ledger':
      return [`ledger ${lock.teamId}`]
    case 'score':
      return ['roster', `ledger ${lock.teamId}`]
  }
}

function errorCode(reason: unknown): string {
  return reason instanceof pg.DatabaseError ? (reason.code ?? '') : ''
}

/** Connects, and brings the tables up to date. Several servers may do so on one database. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types })
  // A connection that breaks, idle or at work, must not end the process: whoever uses it next is told by their query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, 'postgres')
  } catch (reason) {
    await db.destroy()
    throw reason
  }

  const news = createNews(pool, url)
  const changes = createChangeSource(() => news.listen((change) => changes.announce(change)))

  const database: Database = {
    engine: 'postgres',
    read: db,
    changes,
    async write(lock, work) {
      assertRoom(pool.waitingCount)
      for (let attempt = 1; ; attempt++) {
        try {
          const result = await db.transaction().execute(async (tx) => {
            // Statements of their own, so that all that follow see what the lock's last holder committed.
            for (const key of lockKeys(lock)) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
            return await work(tx)
          })
          changes.announce(changeUnder(lock))
          news.tell(changeUnder(lock))
          return result
        } catch (reason) {
          if (attempt >= ATTEMPTS || !SETTLED_BY_RETRY.has(errorCode(reason))) throw reason
        }
      }
    },
    async close() {
      changes.close()
      await news.close()
      await db.destroy()
    },
  }
  return database
}
