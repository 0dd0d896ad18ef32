import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import * as v from 'valibot'
import { type Commit, coalesceRuns, concernSchema, type Watch } from './commits'
import { type Connections, countOtherServers, shareServerLock } from './postgres-connections'
import { statement } from './statement'

/** Rows are deleted once every transaction has been able to see them for this long (ms). */
const RETENTION_MS = 60_000
/** A reader that paused longer than this (ms) may have missed rows. */
const MAX_READ_GAP_MS = RETENTION_MS / 2

const concerns = v.optional(v.array(concernSchema))
const commitSchema = v.variant('on', [
  v.object({ on: v.picklist(['accounts', 'roster', 'messages', 'anything']), concerns }),
  v.object({ on: v.literal('ledger'), teamIds: v.array(v.string()), concerns }),
])

/**
 * Parses an entry. An entry that another version wrote may be unreadable; it then counts as a
 * change of anything.
 */
export function parseCommit(text: string): Commit {
  try {
    return v.parse(commitSchema, JSON.parse(text))
  } catch {
    return { on: 'anything' }
  }
}

/** Logs a transaction's change; other servers read it only if the transaction commits. */
export const logCommit = statement(
  (_db, madeBy: string, change: string) =>
    sql`insert into changes_made (made_by, change) values (${madeBy}, ${change})`,
)

/**
 * Selects the changes that the previous snapshot could not see. It does not select by the last id
 * read, because transactions do not commit in the order of their ids.
 */
const READ = {
  name: 'read_changes',
  text: `
    select pg_current_snapshot()::text as snapshot, (extract(epoch from statement_timestamp()) * 1000)::float8 as at, array(
      select change from changes_made
      where made_by <> $2
        and (xid >= pg_snapshot_xmax($1::pg_snapshot) or xid = any(array(select pg_snapshot_xip($1::pg_snapshot))))
    ) as changes`,
}

interface LogPage {
  readonly snapshot: string
  /** Time on the database's clock (ms). */
  readonly at: number
  readonly changes: readonly string[]
}

/** Creates a reader that reads each change once. Its first read only sets the starting point. */
export function createLogReader(client: pg.Client) {
  let read: Pick<LogPage, 'snapshot' | 'at'> | null = null
  let deletable: { readonly xmin: string; readonly readAt: number } | null = null

  return {
    /**
     * Returns other processes' commits since the last read. Returns `anything` at the first read
     * and after a gap, because some commits may be missing.
     */
    async next(self: string): Promise<readonly Commit[]> {
      const { rows } = await client.query<LogPage>({
        ...READ,
        values: [read?.snapshot ?? null, self],
      })
      const [page] = rows
      if (page === undefined) throw new Error('a select without a table returned no row')
      const isGapless = read !== null && page.at - read.at < MAX_READ_GAP_MS
      read = page
      return isGapless ? page.changes.map(parseCommit) : [{ on: 'anything' }]
    },

    /** Deletes rows that every reader has seen, at most once per `RETENTION_MS`. */
    async deleteOld(): Promise<void> {
      if (read === null) return
      const { snapshot, at } = read
      if (deletable !== null && at - deletable.readAt < RETENTION_MS) return
      const before = deletable
      // All transactions older than `xmin` have ended, so every later snapshot sees their rows.
      deletable = { xmin: snapshot.slice(0, snapshot.indexOf(':')), readAt: at }
      if (before !== null)
        await client.query('delete from changes_made where xid < $1::xid8', [before.xmin])
    },
  }
}

/** Pause between reads of the log (ms): streams announce other servers' changes within a second. */
const POLL_MS = 100
/** How long a server that found no other server may act as the only one (ms). */
const ALONE_MS = 250
/** How long a new server that found others waits before answering, so that they find it (ms). */
const JOIN_MS = 2 * ALONE_MS
/**
 * How long another server still counts after it was last found (ms): it may have lost only its
 * connection and lock, and still answer calls.
 */
const OTHERS_STAY_MS = 30_000
/**
 * How long a call waits for the log, in timer steps. Between steps the event loop receives answers
 * that have arrived, so that a busy event loop does not count as a slow database.
 */
const [STEPS, STEP_MS] = [4, 50] as const

async function connect(connections: Connections): Promise<pg.Client> {
  const client = await connections.connect()
  try {
    // Always read the log by its index: its rows change too fast for the planner's statistics.
    await client.query('set enable_seqscan = off')
    await client.query('set plan_cache_mode = force_generic_plan')
    await shareServerLock(client)
    return client
  } catch (reason) {
    await client.end().catch(() => undefined)
    throw reason
  }
}

async function isDoneInTime(done: Promise<boolean>): Promise<boolean> {
  for (let step = 0; step < STEPS; step++) {
    const isDone = await Promise.race([done, sleep(STEP_MS, null)])
    if (isDone !== null) return isDone
  }
  return false
}

/**
 * Publishes what other processes commit to a PostgreSQL database, and registers this server there.
 * @param self returns the name under which this process logs its own changes, which are not
 * published again
 * @param onServers receives the number of servers, this one included, at each reading
 */
export function watchLog(
  connections: Connections,
  self: () => string,
  publish: (commit: Commit) => void,
  onServers: (servers: number) => void,
): Watch {
  let connection: Awaited<ReturnType<typeof openLog>> | null = null
  let hasEnded = false
  let countedAt = Number.NEGATIVE_INFINITY
  let othersSeenAt = Number.NEGATIVE_INFINITY
  let join = () => {}
  const joined = new Promise<void>((resolve) => {
    join = resolve
  })

  async function openLog() {
    const client = await connect(connections)
    client.on('end', () => {
      connection = null
    })
    return { client, log: createLogReader(client) }
  }

  const readLog = coalesceRuns(async () => {
    if (connection === null) throw new Error('the change log is out of reach')
    for (const change of await connection.log.next(self())) publish(change)
  })

  async function countOthers(client: pg.Client): Promise<void> {
    const startedAt = performance.now()
    const others = await countOtherServers(client)
    if (countedAt === Number.NEGATIVE_INFINITY) setTimeout(join, others === 0 ? 0 : JOIN_MS)
    countedAt = startedAt
    if (others > 0) othersSeenAt = startedAt
    onServers(others + 1)
  }

  async function poll(): Promise<void> {
    connection ??= await openLog()
    const { client, log } = connection
    await Promise.all([readLog(), countOthers(client)])
    await log.deleteOld()
  }

  async function keepPolling(): Promise<void> {
    while (!hasEnded) {
      // The next poll retries.
      await poll().catch(() => undefined)
      await sleep(POLL_MS, undefined, { ref: false })
    }
  }

  async function readBeforeCall(): Promise<void> {
    const done = readLog().then(
      () => true,
      () => false,
    )
    if (!(await isDoneInTime(done))) publish({ on: 'anything', unread: true })
  }

  void keepPolling()
  return {
    check() {
      const now = performance.now()
      return now - othersSeenAt < OTHERS_STAY_MS || now - countedAt > ALONE_MS
        ? readBeforeCall()
        : undefined
    },
    joined,
    end() {
      hasEnded = true
      void connection?.client.end().catch(() => undefined)
    },
  }
}
