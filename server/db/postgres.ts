import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'
import { logCommit, watchLog } from './commit-log'
import { createCommitSource } from './commits'
import {
  type Database,
  type Lock,
  type UncommittedWrite,
  type Writer,
  writeAndPublish,
} from './database'
import { isUnavailable, Overloaded, POSTGRES_LOCKED, postgresCode } from './errors'
import { assertUsable, isBehind, migrate } from './migrate'
import {
  CALL_TIMEOUTS,
  type Connections,
  createConnections,
  LONG_JOB_TIMEOUTS,
  type Timeouts,
} from './postgres-connections'
import {
  type Allowance,
  managePool,
  OF_A_COMMAND,
  type PoolSizes,
  readAllowance,
  shareOf,
} from './postgres-pool'
import { type JsonList, statement, statementName } from './statement'
import type { Tables } from './tables'

/** Maximum number of changes waiting for a connection. */
const MAX_WAITING = 1_000
/**
 * How long a call waits for a connection (ms). Below 10 s, within which a call must say that the
 * database is unresponsive, because devices give up after 15 s.
 */
const CONNECTION_WAIT_MS = 9_000

const ATTEMPTS = 4

/** Codes of errors that a retry can resolve: serialization failure, deadlock, unique violation. */
const SETTLED_BY_RETRY: ReadonlySet<string> = new Set(['40001', '40P01', '23505'])

function isWorthARetry(reason: unknown, attempts: number, deadline: number): boolean {
  const code = postgresCode(reason)
  // A suspended server loses the lock meanwhile.
  if (code === POSTGRES_LOCKED) return performance.now() < deadline
  return SETTLED_BY_RETRY.has(code) && attempts < ATTEMPTS
}

type ManagedPool = ReturnType<typeof managePool>

/** Creates Kysely on a pool. Each connection prepares each statement of `statement.ts` once. */
function kyselyOf(pool: pg.Pool, connections: Connections, managed: ManagedPool): Kysely<Tables> {
  const asPool: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await managed.connect()
      const query = (text: string, values: readonly unknown[]) =>
        client
          .query({ name: statementName(text), text, values: [...values] })
          .catch((reason: unknown) => {
            connections.handleQueryError(reason)
            throw reason
          })
      // Kysely's type also requires cursors, which only streamed results use; the product has none.
      return {
        query,
        release: () => client.release(connections.isOld(client) || managed.isOverfull()),
      } as unknown as PostgresPoolClient
    },
  }
  return new Kysely({ dialect: new PostgresDialect({ pool: asPool }) })
}

interface NamedLock {
  readonly key: string
  /** Several transactions may hold it at once. */
  readonly shared?: true
}

const named = (...keys: readonly string[]): NamedLock[] => keys.map((key) => ({ key }))

/**
 * Returns the locks in the order in which every transaction takes them. Changes of ledgers share
 * `ledgers` and a change of the event takes it alone, so that no award is judged meanwhile: when
 * results close, everything recorded before is committed.
 */
function namedLocks(lock: Lock): NamedLock[] {
  const ledgers =
    'teamIds' in lock
      ? named(...[...new Set(lock.teamIds)].sort().map((teamId) => `ledger ${teamId}`))
      : []
  switch (lock.kind) {
    case 'event':
      return named('accounts', 'roster', 'event', ...(lock.undone === true ? [] : ['ledgers']))
    case 'ledger':
      return [{ key: 'ledgers', shared: true }, ...ledgers]
    case 'accounts':
    case 'roster':
    case 'messages':
    case 'records':
      return [...named(lock.kind), ...ledgers]
  }
}

const poolFor = (lock: Lock) => (lock.kind === 'ledger' ? 'ledger' : 'other')

/**
 * Takes the locks in the order of the list, because `json_to_recordset` returns rows in that order.
 */
const takeLocks = statement(
  (_db, locks: JsonList<NamedLock>) => sql`
    select case when shared then pg_advisory_xact_lock_shared(hashtextextended(key, 0))
      else pg_advisory_xact_lock(hashtextextended(key, 0)) end
    from json_to_recordset(${locks}::json) as named(key text, shared boolean)`,
)

/** Checks the database and runs `work` on a connection for long jobs. */
async function onUsable<T>(
  url: string,
  where: string,
  waitMs: number,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  await assertUsable(createConnections(url, CALL_TIMEOUTS), where)
  const connections = createConnections(url, LONG_JOB_TIMEOUTS)
  const pool = connections.pool(1)
  const db = kyselyOf(pool, connections, managePool(pool, waitMs))
  try {
    return await work(db)
  } finally {
    await db.destroy()
    connections.cutAll()
  }
}

/**
 * Checks the database, migrates it, and returns how many connections it allows. Several servers may
 * call this at the same time.
 */
export async function preparePostgres(
  url: string,
  where: string,
  waitMs: number,
): Promise<Allowance> {
  return await onUsable(url, where, waitMs, async (db) => {
    await migrate(db, 'postgres')
    return await readAllowance(db)
  })
}

/** Whether `preparePostgres` would create or migrate the tables, and what it returns. Changes nothing. */
export const inspectPostgres = (url: string, where: string, waitMs: number) =>
  onUsable(url, where, waitMs, async (db) => ({
    isBehind: await isBehind(db),
    allowance: await readAllowance(db),
  }))

/**
 * Opens the database. `allowance`: the connections that all servers share; null for a command,
 * which takes few.
 */
export function openPostgres(
  url: string,
  waitMs: number,
  timeouts: Timeouts,
  allowance: Allowance | null,
): Database {
  const connections = createConnections(url, timeouts)
  const sizes = (servers: number) =>
    allowance === null ? OF_A_COMMAND : shareOf(allowance, servers)
  // Separate pools, so that a change never waits behind the reads of a whole hall.
  function open(kind: keyof PoolSizes) {
    const pool = connections.pool(sizes(1)[kind])
    const managed = managePool(pool, Math.max(waitMs, CONNECTION_WAIT_MS))
    return { managed, db: kyselyOf(pool, connections, managed) }
  }
  const pools = { read: open('read'), ledger: open('ledger'), other: open('other') }
  const read = pools.read.db

  function shareWith(servers: number): void {
    const own = sizes(servers)
    for (const kind of ['read', 'ledger', 'other'] as const) pools[kind].managed.resize(own[kind])
  }

  let self = randomUUID()
  const commits = createCommitSource(() =>
    watchLog(
      connections,
      () => self,
      (commit) => commits.publish(commit),
      shareWith,
    ),
  )

  async function attempt<T>(
    lock: Lock,
    work: (db: Writer) => Promise<UncommittedWrite<T>>,
  ): Promise<UncommittedWrite<T>> {
    const logged: Promise<unknown>[] = []
    const transaction = pools[poolFor(lock)].db.transaction().execute(async (tx) => {
      // Take locks in a statement of its own, so that later statements see the commits of the
      // locks' previous holders.
      await takeLocks(tx, namedLocks(lock))
      const done = await work(tx)
      if (done.commit !== null) {
        // Not awaited, so that it shares a round trip with the commit.
        const logging = logCommit(tx, self, JSON.stringify(done.commit))
        logging.catch(() => undefined)
        logged.push(logging)
      }
      return done
    })
    return await transaction.catch(async (reason: unknown) => {
      // If the log could not be written, the commit's error does not say why: throw the log's
      // error.
      await Promise.all(logged)
      throw reason
    })
  }

  async function write<T>(
    lock: Lock,
    work: (db: Writer) => Promise<UncommittedWrite<T>>,
  ): Promise<UncommittedWrite<T>> {
    // Refuse, so that the queue does not grow without limit.
    if (pools[poolFor(lock)].managed.waiting() >= MAX_WAITING) throw new Overloaded('all')
    const deadline = performance.now() + waitMs
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(lock, work)
      } catch (reason) {
        // The change may still be committed, even later: take a new name, so that this server then
        // reads the change from the log like another server's.
        if (isUnavailable(reason)) self = randomUUID()
        if (!isWorthARetry(reason, attempts, deadline)) throw reason
      }
    }
  }

  return {
    engine: 'postgres',
    read,
    snapshot: (work) =>
      read
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    commits,
    write: (lock, work) => writeAndPublish(lock, work, (run) => write(lock, run), commits),
    async probe() {
      const tryToWrite = async ({ db }: { readonly db: Kysely<Tables> }) => {
        const tx = await db.startTransaction().execute()
        try {
          await logCommit(tx, self, '')
        } finally {
          await tx.rollback().execute()
        }
      }
      await Promise.all([
        sql`select 1`.execute(read),
        tryToWrite(pools.ledger),
        tryToWrite(pools.other),
      ])
    },
    forgetDeleted: async () => undefined,
    // PostgreSQL maintains itself.
    startUpkeep: () => undefined,
    async close() {
      commits.close()
      await Promise.all([pools.read, pools.ledger, pools.other].map(({ db }) => db.destroy()))
      connections.cutAll()
    },
  }
}
