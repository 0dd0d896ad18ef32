import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Failure } from '../failure'
import { POSTGRES_FULL, postgresCode } from './errors'
import type { Tables } from './tables'

/** The sizes of a process's pools. A server has one more connection, which reads the change log. */
export interface PoolSizes {
  readonly read: number
  /**
   * For changes of the ledger, such as awards, so that they never wait for a connection behind
   * other changes.
   */
  readonly ledger: number
  readonly other: number
}

export const WANTED_POOLS: PoolSizes = { read: 10, ledger: 3, other: 4 }
/** Pool sizes of a command, which works sequentially. */
export const OF_A_COMMAND: PoolSizes = { read: 1, ledger: 1, other: 1 }
const FOR_THE_LOG = 1
/** Connections that servers leave for a command. */
const FOR_COMMANDS = 2

const sumOf = ({ read, ledger, other }: PoolSizes) => read + ledger + other
const WANTED_CONNECTIONS = sumOf(WANTED_POOLS) + FOR_THE_LOG
const MIN_CONNECTIONS = sumOf(OF_A_COMMAND) + FOR_THE_LOG

/** How many connections a PostgreSQL allows, and what limits them. */
export interface Allowance {
  readonly connections: number
  readonly by: string
}

/** Reads the limits. For a superuser only the server's limit applies. */
export async function readAllowance(db: Kysely<Tables>): Promise<Allowance> {
  const { rows } = await sql<{ connections: number; by: string }>`
    select connections, "by" from pg_roles, pg_database, lateral (values
      (case when rolsuper then -1 else rolconnlimit end, 'the role ' || rolname),
      (case when rolsuper then -1 else datconnlimit end, 'the database ' || datname),
      (current_setting('max_connections')::int - case when rolsuper then 0 else
        current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0)
      end, 'the server (max_connections)')
    ) as limits(connections, "by")
    where rolname = session_user and datname = current_database() and connections >= 0
    order by connections limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL reported no limit of connections')
  return row
}

/** Throws `Failure` if there are too few connections for a server and a command. */
export function assertEnough({ connections, by }: Allowance, where: string): void {
  if (connections >= MIN_CONNECTIONS + FOR_COMMANDS) return
  throw new Failure(
    `${where} allows ${connections} connections (${by}), and a server with its commands needs ${MIN_CONNECTIONS + FOR_COMMANDS}; allow ${WANTED_CONNECTIONS + FOR_COMMANDS} for each server.`,
  )
}

/**
 * Returns a warning about a limit; null if the limit is large enough for one server and a command.
 */
export function shortageText({ connections, by }: Allowance): string | null {
  if (connections >= WANTED_CONNECTIONS + FOR_COMMANDS) return null
  return `PostgreSQL allows ${connections} connections (${by}): a server uses ${WANTED_CONNECTIONS}, and a command ${FOR_COMMANDS}; calls will wait for each other`
}

/** Returns the pool sizes of each of several servers. */
export function shareOf({ connections }: Allowance, servers: number): PoolSizes {
  const share =
    Math.max(MIN_CONNECTIONS, Math.floor((connections - FOR_COMMANDS) / servers)) - FOR_THE_LOG
  if (share >= sumOf(WANTED_POOLS)) return WANTED_POOLS
  const part = (wanted: number) => Math.max(1, Math.round((share * wanted) / sumOf(WANTED_POOLS)))
  const [ledger, other] = [part(WANTED_POOLS.ledger), part(WANTED_POOLS.other)]
  return { read: Math.max(1, share - ledger - other), ledger, other }
}

/**
 * If PostgreSQL refuses a new connection, a pool that has connections asks again only after this time
 * (ms); a pool that has none, after `FIRST_RETRY_MS`.
 */
const FULL_MS = 1_000
const FIRST_RETRY_MS = 100

/** A caller that waits for a connection. `refusal`: the error if it gets none. */
interface Waiting {
  hasGivenUp: boolean
  refusal: unknown
}

/**
 * Manages a pool's connections. If PostgreSQL allows no further connection, callers wait up to
 * `waitMs` until the pool has a free connection, or opens its first. Otherwise they would be turned
 * away at once whenever other servers briefly use all connections.
 */
export function managePool(pool: pg.Pool, waitMs: number) {
  let size = pool.options.max ?? 1
  let waiting = 0
  /** The attempt to open the first connection, with a pause if it was refused. */
  let opening: Promise<unknown> | null = null
  let isGrowthPaused = false

  function pauseGrowth(): void {
    pool.options.max = Math.max(1, Math.min(size, pool.totalCount))
    if (isGrowthPaused) return
    isGrowthPaused = true
    setTimeout(() => {
      isGrowthPaused = false
      pool.options.max = size
    }, FULL_MS).unref()
  }

  async function attempt(): Promise<pg.PoolClient> {
    if (pool.totalCount > 0) return await pool.connect()
    const first = pool.connect()
    opening = first
      .then(
        () => undefined,
        () => sleep(FIRST_RETRY_MS),
      )
      .finally(() => {
        opening = null
      })
    return await first
  }

  /** Returns null if PostgreSQL allows no further connection. */
  async function attemptFor(call: Waiting): Promise<pg.PoolClient | null> {
    try {
      return await attempt()
    } catch (reason) {
      if (postgresCode(reason) !== POSTGRES_FULL) throw reason
      call.refusal = reason
      pauseGrowth()
      return null
    }
  }

  /** Returns a connection as soon as one is available, unless the caller has given up. */
  async function waitFor(call: Waiting): Promise<pg.PoolClient> {
    for (;;) {
      while (opening !== null) await opening
      if (call.hasGivenUp) throw call.refusal
      const client = await attemptFor(call)
      if (client !== null && !call.hasGivenUp) return client
      client?.release()
    }
  }

  return {
    async connect(): Promise<pg.PoolClient> {
      const call: Waiting = {
        hasGivenUp: false,
        refusal: new Error('timeout exceeded when trying to connect'),
      }
      waiting++
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          call.hasGivenUp = true
          reject(call.refusal)
        }, waitMs)
      })
      try {
        return await Promise.race([waitFor(call), tooLate])
      } finally {
        clearTimeout(timer)
        waiting--
      }
    },
    /** The number of callers that have no connection yet. */
    waiting: () => waiting,
    /** Whether the pool has more connections than it may keep. */
    isOverfull: () => pool.totalCount > (pool.options.max ?? size),
    /**
     * Shrinks or grows the pool. Surplus connections close: idle ones at once, busy ones on
     * release.
     */
    resize(to: number): void {
      if (to === size) return
      size = to
      pool.options.max = to
      for (let surplus = Math.min(pool.totalCount - to, pool.idleCount); surplus > 0; surplus--) {
        void pool.connect().then(
          (client) => client.release(true),
          () => undefined,
        )
      }
    },
  }
}
