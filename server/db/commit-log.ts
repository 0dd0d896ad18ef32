import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import * as v from 'valibot'
import { type Commit, coalesceRuns, concernSchema, type Watch } from './commits'
import { type Connections, countOtherServers, shareServerLock } from './postgres-connections'
import { statement } from './statement'

/** Rows that all transactions have been able to see for this long (ms) are deleted. */
const KEPT_MS = 60_000
/** A reader that paused for longer (ms) may have missed rows. */
const MOST_BETWEEN_READS_MS = KEPT_MS / 2

const concerns = v.optional(v.array(concernSchema))
const commitSchema = v.variant('on', [
  v.object({ on: v.picklist(['accounts', 'roster', 'messages', 'anything']), concerns }),
  v.object({ on: v.literal('ledger'), teamIds: v.array(v.string()), concerns }),
])

/** What a server of another version wrote may be about anything. */
export function parseCommit(text: string): Commit {
  try {
    return v.parse(commitSchema, JSON.parse(text))
  } catch {
    return { on: 'anything' }
  }
}

/** Adds to the log what the transaction changes; others read it exactly if the transaction commits. */
export const logCommit = statement(
  (_db, madeBy: string, change: string) => sql`insert into changes_made (made_by, change) values (${madeBy}, ${change})`,
)

/**
 * The changes that a snapshot did not see yet. Not those after the last row read: a transaction with an earlier id may commit
 * after one with a later id.
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
  /** The database's clock (ms). */
  readonly at: number
  readonly changes: readonly string[]
}

type LogReader = ReturnType<typeof createLogReader>

/** Reads the log from its opening on, each change once. */
export function createLogReader(client: pg.Client) {
  let read: Pick<LogPage, 'snapshot' | 'at'> | null = null
  let deletable: { readonly xmin: string; readonly notedAt: number } | null = null

  return {
    /** What others than `self` have committed since the last reading. Anything, if that cannot be known. */
    async next(self: string): Promise<readonly Commit[]> {
      const { rows } = await client.query<LogPage>({ ...READ, values: [read?.snapshot ?? null, self] })
      const [page] = rows
      if (page === undefined) throw new Error('a select without a table has one row')
      const isGapless = read !== null && page.at - read.at < MOST_BETWEEN_READS_MS
      read = page
      return isGapless ? page.changes.map(parseCommit) : [{ on: 'anything' }]
    },

    /** Deletes rows that every reader has seen, now and then. */
    async deleteOld(): Promise<void> {
      if (read === null) return
      const { snapshot, at } = read
      if (deletable !== null && at - deletable.notedAt < KEPT_MS) return
      const before = deletable
      // Older transactions have ended, so their rows can be seen from now on.
      deletable = { xmin: snapshot.slice(0, snapshot.indexOf(':')), notedAt: at }
      if (before !== null) await client.query('delete from changes_made where xid < $1::xid8', [before.xmin])
    },
  }
}

/** Interval of readings of the log (ms): streams tell other servers' changes within a second. */
const POLL_MS = 100
/** A server that found nobody else may rely on it for this long (ms). */
const ALONE_MS = 250
/** How long a new server waits (ms) before it answers calls, so that the others have found it. */
const FOUND_MS = 2 * ALONE_MS
/** A server that was seen may have lost its lock with its connection, and still answers calls, for this long (ms). */
const OTHERS_STAY_MS = 30_000
/**
 * How long a call waits for the log, in steps of a timer. Each step lets the answers in that have arrived, so that a busy event
 * loop does not count as a slow database.
 */
const [STEPS, STEP_MS] = [4, 50] as const

async function connect(connections: Connections): Promise<pg.Client> {
  const client = await connections.connect()
  try {
    // The log is always read by its index; its rows come and go too fast for the planner's statistics.
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
 * Publishes what other processes commit to a PostgreSQL, and counts this server among those on it.
 * @param self the name under which this process logs its own changes, which are published already
 */
export function watchLog(connections: Connections, self: () => string, publish: (commit: Commit) => void): Watch {
  let connection: { readonly client: pg.Client; readonly log: LogReader } | null = null
  let isPolling = false
  let hasEnded = false
  let countedAt = Number.NEGATIVE_INFINITY
  let othersSeenAt = Number.NEGATIVE_INFINITY
  let join = () => {}
  const joined = new Promise<void>((resolve) => {
    join = resolve
  })

  async function open(): Promise<void> {
    const client = await connect(connections)
    connection = { client, log: createLogReader(client) }
    client.on('end', () => {
      connection = null
    })
    if (hasEnded) await client.end()
  }

  const readLog = coalesceRuns(async () => {
    if (connection === null) throw new Error('the change log is out of reach')
    for (const change of await connection.log.next(self())) publish(change)
  })

  async function countOthers(client: pg.Client): Promise<void> {
    const askedAt = performance.now()
    const others = await countOtherServers(client)
    if (countedAt === Number.NEGATIVE_INFINITY) setTimeout(join, others === 0 ? 0 : FOUND_MS)
    countedAt = askedAt
    if (others > 0) othersSeenAt = askedAt
  }

  async function poll(): Promise<void> {
    if (connection === null) await open()
    if (connection === null) return
    const { client, log } = connection
    await Promise.all([readLog(), countOthers(client)])
    await log.deleteOld()
  }

  function pollUnlessPolling(): void {
    if (isPolling) return
    isPolling = true
    poll()
      // The next one tries again.
      .catch(() => undefined)
      .finally(() => {
        isPolling = false
      })
  }

  async function readBeforeCall(): Promise<void> {
    const done = readLog().then(
      () => true,
      () => false,
    )
    if (!(await isDoneInTime(done))) publish({ on: 'anything', unread: true })
  }

  pollUnlessPolling()
  const timer = setInterval(pollUnlessPolling, POLL_MS)
  timer.unref()
  return {
    check() {
      const now = performance.now()
      return now - othersSeenAt < OTHERS_STAY_MS || now - countedAt > ALONE_MS ? readBeforeCall() : undefined
    },
    joined,
    end() {
      hasEnded = true
      clearInterval(timer)
      void connection?.client.end().catch(() => undefined)
    },
  }
}
