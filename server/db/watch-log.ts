import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createLogReader, type LogReader } from './change-log'
import type { Change, Watch } from './changes'
import type { Connections } from './postgres-connections'
import { countOtherServers, shareServerLock } from './postgres-server-lock'
import { createRunsToCome } from './runs-to-come'

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
export function watchLog(connections: Connections, self: () => string, publish: (change: Change) => void): Watch {
  let connection: { readonly client: pg.Client; readonly log: LogReader } | null = null
  let isPolling = false
  let hasEnded = false
  let others = 0
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

  const readLog = createRunsToCome(async () => {
    if (connection === null) throw new Error('the change log is out of reach')
    for (const change of await connection.log.next(self())) publish(change)
  })

  async function countOthers(client: pg.Client): Promise<void> {
    const askedAt = performance.now()
    others = await countOtherServers(client)
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
