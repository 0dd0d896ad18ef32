import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { logChange } from './change-log'
import { createChangeSource } from './changes'
import type { Database, Lock, Writer } from './database'
import { migrate } from './migrate'
import { statement, statementName } from './statement'
import type { Tables } from './tables'
import { isUnavailable, Overloaded } from './unavailable'
import { watchLog } from './watch-log'
import { type Done, writeAndPublish } from './write-and-publish'

const READERS = 10
const WRITERS = 5
/** Changes that may wait for a connection. */
const MOST_WAITING = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const ATTEMPTS = 4

/** Errors that a retry can solve: serialization failure, deadlock, unique violation. */
const SETTLED_BY_RETRY: ReadonlySet<string> = new Set(['40001', '40P01', '23505'])

/** bigint and numeric are returned as text; all of ours are integers within 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const numeric: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
    if (numeric.includes(oid)) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** Kysely's pool, with the statements of `statement.ts` prepared once per connection. */
function withNamedStatements(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ name: statementName(text), text, values: [...values] })
      // Kysely's type also requires cursors, which only streams use; no query here is one.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
  }
}

interface NamedLock {
  readonly key: string
  /** Held by several at once. */
  readonly shared?: true
}

const named = (...keys: readonly string[]): NamedLock[] => keys.map((key) => ({ key }))

/**
 * The locks in the global order in which they are taken. Who writes awards shares `ledgers`, so that none is judged while the event
 * changes: what was recorded before results were closed is committed before.
 */
function namedLocks(lock: Lock): NamedLock[] {
  const ledgers = 'teamIds' in lock ? named(...[...new Set(lock.teamIds)].sort().map((teamId) => `ledger ${teamId}`)) : []
  switch (lock.on) {
    case 'event':
      return named('accounts', 'roster', 'event', 'ledgers')
    case 'ledger':
      return [{ key: 'ledgers', shared: true }, ...ledgers]
    case 'accounts':
    case 'roster':
    case 'messages':
    case 'records':
      return [...named(lock.on), ...ledgers]
  }
}

/** Takes the locks in their order: the function returns rows in the order of the array. */
const takeLocks = statement<{ locks: string }>()((db, { locks }) =>
  sql`
    select case when shared then pg_advisory_xact_lock_shared(hashtextextended(key, 0))
      else pg_advisory_xact_lock(hashtextextended(key, 0)) end
    from json_to_recordset(${locks}::json) as named(key text, shared boolean)`.compile(db),
)

function errorCode(reason: unknown): string {
  return reason instanceof pg.DatabaseError ? (reason.code ?? '') : ''
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types },
    // Queries that do not depend on each other share a round trip.
    pipeline: true,
  })
  // A broken connection, idle or in use, must not end the process; its next user gets the error from their query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const kyselyOf = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })

/** Connects and migrates. Several servers may do so on one database. */
export async function openPostgres(url: string): Promise<Database> {
  // A pool of their own, so that a change never waits for a connection behind all that a hall reads.
  const writers = openPool(url, WRITERS)
  const db = kyselyOf(writers)
  const read = kyselyOf(openPool(url, READERS))
  try {
    await migrate(db, 'postgres')
  } catch (reason) {
    await Promise.all([db.destroy(), read.destroy()])
    throw reason
  }

  let self = randomUUID()
  const changes = createChangeSource(() =>
    watchLog(
      url,
      () => self,
      (change) => changes.publish(change),
    ),
  )

  async function attempt<T>(lock: Lock, work: (db: Writer) => Promise<Done<T>>): Promise<Done<T>> {
    const logged: Promise<unknown>[] = []
    const transaction = db.transaction().execute(async (tx) => {
      // A separate statement, so that all later ones see the commits of the locks' previous holders.
      await takeLocks(tx, { locks: JSON.stringify(namedLocks(lock)) })
      const worked = await work(tx)
      if (worked.change !== null) {
        // Not awaited, so that it shares its round trip with the commit.
        const logging = logChange(tx, { madeBy: self, change: JSON.stringify(worked.change) })
        logging.catch(() => undefined)
        logged.push(logging)
      }
      return worked
    })
    return await transaction.catch(async (reason: unknown) => {
      // If the log could not be written, the commit fails without saying why.
      await Promise.all(logged)
      throw reason
    })
  }

  /** Back-pressure, instead of a queue without limit. */
  function assertRoom(): void {
    if (writers.waitingCount >= MOST_WAITING) throw new Overloaded('all')
  }

  async function write<T>(lock: Lock, work: (db: Writer) => Promise<Done<T>>): Promise<Done<T>> {
    assertRoom()
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(lock, work)
      } catch (reason) {
        // It may be committed all the same, even later than this: under another's name it is heard from the log.
        if (isUnavailable(reason)) self = randomUUID()
        if (attempts >= ATTEMPTS || !SETTLED_BY_RETRY.has(errorCode(reason))) throw reason
      }
    }
  }

  return {
    engine: 'postgres',
    read,
    changes,
    write: (lock, work) => writeAndPublish(lock, work, (run) => write(lock, run), changes),
    async close() {
      changes.close()
      await Promise.all([db.destroy(), read.destroy()])
    },
  }
}
