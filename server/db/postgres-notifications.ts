import { randomUUID } from 'node:crypto'
import pg from 'pg'
import * as v from 'valibot'
import type { Change } from './changes'

const CHANNEL = 'geekquest_changes'
/** How long changes are collected before the other servers are notified, in ms. */
const GATHER_MS = 100
/** While notifications cannot arrive, everything is reported as changed at this interval (ms). */
const BLIND_MS = 500
/** The maximum length of a notification is 8,000 bytes, of an id 128. */
const TEAMS_AT_ONCE = 50

const notificationSchema = v.object({
  from: v.string(),
  on: v.array(v.picklist(['accounts', 'roster', 'event', 'anything'])),
  teams: v.array(v.string()),
})
type ChangeNotification = v.InferOutput<typeof notificationSchema>

function parseNotification(payload: string | undefined): ChangeNotification | null {
  try {
    return v.parse(notificationSchema, JSON.parse(payload ?? ''))
  } catch {
    return null
  }
}

/**
 * Notifies the other servers of one database about commits. Outside the transaction and collected, because PostgreSQL takes a
 * lock over the whole database for every commit that notifies, and awards would then commit one at a time.
 */
export function createNotifications(pool: pg.Pool, url: string) {
  const self = randomUUID()
  const locks = new Set<ChangeNotification['on'][number]>()
  const teams = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  async function send(on: ChangeNotification['on'], ids: readonly string[]): Promise<void> {
    for (let start = 0; start === 0 || start < ids.length; start += TEAMS_AT_ONCE) {
      const notification: ChangeNotification = {
        from: self,
        on: start === 0 ? on : [],
        teams: ids.slice(start, start + TEAMS_AT_ONCE),
      }
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(notification)])
    }
  }

  function flush(): void {
    timer = null
    const [on, ids] = [[...locks], [...teams]]
    locks.clear()
    teams.clear()
    // If the database is unreachable, the other servers' connections are broken too, and they know it.
    sending = sending.then(() => send(on, ids)).catch(() => undefined)
  }

  return {
    /** Schedules a notification. */
    notify(change: Change): void {
      if (change.on === 'ledger') for (const id of change.teamIds) teams.add(id)
      else locks.add(change.on)
      timer ??= setTimeout(flush, GATHER_MS)
    },

    /** Calls `onChange` for commits of other processes. Returns a function that stops it. */
    listen(onChange: (change: Change) => void): () => void {
      let client: pg.Client | null = null
      let ended = false

      async function connect(): Promise<void> {
        const fresh = new pg.Client({ connectionString: url, keepAlive: true })
        fresh.on('error', () => undefined)
        fresh.on('end', () => {
          if (client === fresh) client = null
        })
        fresh.on('notification', ({ payload }) => {
          const notification = parseNotification(payload)
          if (notification === null || notification.from === self) return
          for (const on of notification.on) onChange({ on })
          if (notification.teams.length > 0) onChange({ on: 'ledger', teamIds: notification.teams })
        })
        try {
          await fresh.connect()
          await fresh.query(`listen ${CHANNEL}`)
          client = fresh
        } catch {
          await fresh.end().catch(() => undefined)
        }
        if (ended) await fresh.end().catch(() => undefined)
      }

      let connecting = false
      async function reconnect(): Promise<void> {
        if (connecting) return
        connecting = true
        await connect()
        connecting = false
        // Commits until now were missed.
        if (!ended) onChange({ on: 'anything' })
      }

      void reconnect()
      const blind = setInterval(() => {
        if (client !== null) return
        onChange({ on: 'anything' })
        void reconnect()
      }, BLIND_MS)
      blind.unref()
      return () => {
        ended = true
        clearInterval(blind)
        void client?.end().catch(() => undefined)
      }
    },

    /** Resolves when all pending notifications are sent. */
    async close(): Promise<void> {
      if (timer !== null) {
        clearTimeout(timer)
        flush()
      }
      await sending
    },
  }
}
