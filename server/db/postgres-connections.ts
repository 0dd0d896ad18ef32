import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isQueryTimeout, isReadOnly, POSTGRES_FULL, postgresCode } from './errors'

/** The timeouts of a connection, in ms. */
export interface Timeouts {
  /** Wait for another transaction's lock. */
  readonly lock: number
  readonly statement: number
  /** Wait for a transaction's next statement, so that a suspended server loses its locks. */
  readonly idle: number
  /**
   * Wait for an answer, which a broken connection may lose. Longer than `lock`, so that a wait for
   * a lock ends with the database's own error.
   */
  readonly answer: number
}

export const CALL_TIMEOUTS: Timeouts = {
  lock: 4_000,
  statement: 10_000,
  idle: 5_000,
  answer: 6_000,
}
/** Timeouts of migrations and of commands that read or write the whole event. */
export const LONG_JOB_TIMEOUTS: Timeouts = {
  lock: 30_000,
  statement: 3_600_000,
  idle: 600_000,
  answer: 3_600_000,
}

const CONNECT_TIMEOUT_MS = 5_000
const QUEUE_TIMEOUT_MS = 60_000
/** Pause before trying again to connect if PostgreSQL had no connection left (ms). */
const FULL_RETRY_MS = 100
/**
 * Keep-alive interval (s). Client and database notice a dead idle connection within about three
 * intervals.
 */
const KEEP_ALIVE_S = 10
/** Connections are renewed at most once in this time, however many errors occur (ms). */
const RENEW_INTERVAL_MS = 1_000

/**
 * Reads bigint and numeric as numbers. pg returns text, but all of ours are integers within 2^53.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const numeric: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
    if (numeric.includes(oid)) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * Builds the statement that sets the timeouts of a connection. Poolers refuse most of these
 * settings as connection parameters.
 */
function settingsOf({ lock, statement, idle }: Timeouts): string {
  const settings = {
    lock_timeout: lock,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idle,
    tcp_keepalives_idle: KEEP_ALIVE_S,
    tcp_keepalives_interval: KEEP_ALIVE_S,
    tcp_keepalives_count: 2,
    // Covers a live client that does not read: `statement_timeout` does not end a transaction that
    // waits for such a client.
    tcp_user_timeout: idle,
  }
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  return `select ${calls.join(', ')}`
}

export type Connections = ReturnType<typeof createConnections>

/**
 * Creates connections to one database. When a connection stops answering or finds that the database
 * is read-only, all connections are renewed.
 */
export function createConnections(connectionString: string, timeouts: Timeouts) {
  const open = new Set<pg.Client>()
  /** Connections that a renewal cuts: those outside the pools, and unused ones of the pools. */
  const idle = new Set<pg.ClientBase>()
  /** Connections that are older than the last renewal and must not be used again. */
  const old = new WeakSet<pg.ClientBase>()
  let renewedAt = Number.NEGATIVE_INFINITY

  class OwnClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
      open.add(this)
      this.connection.once('end', () => {
        open.delete(this)
        idle.delete(this)
      })
      // A broken connection, idle or in use, must not end the process; its next user gets the error from their query.
      this.on('error', () => undefined)
    }
  }

  /** Cuts without waiting for the database, unlike `end`. */
  const cut = (client: pg.Client) => client.connection.stream.destroy()
  // Not awaited, because the connection sends later queries after this statement.
  const setTimeouts = (client: pg.Client) =>
    void client.query(settingsOf(timeouts)).catch(() => cut(client))

  const config: pg.ClientConfig = {
    connectionString,
    types,
    query_timeout: timeouts.answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1_000,
    // Queries that do not depend on each other share a round trip.
    pipeline: true,
  }

  function renew(): void {
    if (performance.now() - renewedAt < RENEW_INTERVAL_MS) return
    renewedAt = performance.now()
    for (const client of open) {
      old.add(client)
      if (idle.has(client)) cut(client)
    }
  }

  return {
    pool(max: number): pg.Pool {
      // A long timeout, because callers give up earlier by a timeout of their own.
      const pool = new pg.Pool({
        ...config,
        max,
        Client: OwnClient,
        connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
      })
      pool.on('error', () => undefined)
      pool.on('connect', setTimeouts)
      pool.on('acquire', (client) => idle.delete(client))
      pool.on('release', (_error, client) => void (open.has(client) && idle.add(client)))
      return pool
    },
    /** Opens a connection outside the pools. Waits while PostgreSQL has no place for it. */
    async connect(): Promise<pg.Client> {
      const deadline = performance.now() + CONNECT_TIMEOUT_MS
      for (;;) {
        const client = new OwnClient(config)
        try {
          await client.connect()
          setTimeouts(client)
          idle.add(client)
          return client
        } catch (reason) {
          cut(client)
          if (postgresCode(reason) !== POSTGRES_FULL || performance.now() >= deadline) throw reason
        }
        await sleep(FULL_RETRY_MS)
      }
    },
    /**
     * Renews the connections if a failed query calls for it. Must be called for every failed query.
     */
    handleQueryError(reason: unknown): void {
      if (isQueryTimeout(reason) || isReadOnly(reason)) renew()
    },
    /** Whether a connection is older than the last renewal and must not be used again. */
    isOld: (client: pg.ClientBase) => old.has(client),
    /** Ends all connections, including unresponsive ones. */
    cutAll(): void {
      for (const client of open) cut(client)
    },
  }
}

/**
 * The key of the lock that all servers on a PostgreSQL database share, each for as long as it reads
 * the change log.
 */
const KEY = "hashtextextended('geekquest server', 0)"

/**
 * Takes the servers' shared lock, waiting while a command blocks servers. The lock ends with the
 * connection.
 */
export async function shareServerLock(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${KEY})`)
}

/** Counts the other servers by the holders of the servers' lock. */
export async function countOtherServers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>({
    name: 'count_other_servers',
    // An advisory lock's key is shown in two halves.
    text: `
      select count(*)::int as others from pg_locks
      where locktype = 'advisory' and granted and pid <> pg_backend_pid() and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = ${KEY}`,
  })
  return rows[0]?.others ?? 0
}

/** Keeps servers from starting until released. Returns null if a server runs on the database. */
export async function takeServerLock(url: string): Promise<{ release(): Promise<void> } | null> {
  const client = await createConnections(url, CALL_TIMEOUTS).connect()
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${KEY}) as taken`,
  )
  if (rows[0]?.taken === true) return { release: () => client.end() }
  await client.end()
  return null
}
