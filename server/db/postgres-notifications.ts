import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Change } from './changes'
import { type ChangeNotification, GatheredChanges, parseNotification } from './gathered-changes'
import { shareServerLock } from './postgres-server-lock'

const CHANNEL = 'geekquest_changes'
/** How long changes are collected before the other servers are notified, in ms. */
const GATHER_MS = 100
/** While notifications cannot arrive, everything is reported as changed at this interval (ms). */
const BLIND_MS = 500
/**
 * Notifies the other servers of one database about commits. Outside the transaction and collected, because PostgreSQL takes a
 * lock over the whole database for every commit that notifies, and awards would then commit one at a time.
 */
export function createNotifications(pool: pg.Pool, url: string) {
  const self = randomUUID()
  const gathered = new GatheredChanges()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  async function send(lists: readonly (readonly Change[])[]): Promise<void> {
    for (const changes of lists) {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: self, changes })])
    }
  }

  function flush(): void {
    timer = null
    const lists = gathered.take()
    // If the database is unreachable, the other servers' connections are broken too, and they know it.
    sending = sending.then(() => send(lists)).catch(() => undefined)
  }

  return {
    /** Schedules a notification. */
    notify(change: Change): void {
      gathered.add(change)
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
          const notification: ChangeNotification = parseNotification(payload)
          if (notification.from === self) return
          for (const change of notification.changes) onChange(change)
        })
        try {
          await fresh.connect()
          await fresh.query(`listen ${CHANNEL}`)
          await shareServerLock(fresh)
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
        if (!ended) onChange({ on: 'anything', blind: client === null })
      }

      void reconnect()
      const blind = setInterval(() => {
        if (client !== null) return
        onChange({ on: 'anything', blind: true })
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
