import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { HEALTH_PATH, METRICS_PATH, READY_PATH } from '#contract/protocol'
import type { Database } from '../db/database'
import type { Game } from '../game'
import { isoTime } from '../iso-time'
import { hashSecret } from '../random'
import { TransportRefusal } from '../refusal'
import type { Metrics } from './metrics'

/** How long the database may take to answer before the server counts as not ready (ms). */
const DATABASE_PATIENCE_MS = 2_000
const RETRY_AFTER_S = 1

/** Asks the database; requests that come meanwhile share the answer. */
function createReadiness(db: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), DATABASE_PATIENCE_MS)
    })
    const answer = sql`select 1`.execute(db.read).then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([answer, timeout])
    clearTimeout(timer)
    return ready
  }

  return () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

/** Compares hashes, so that the time it takes tells nothing about the token. */
function hasToken({ headers }: IncomingMessage, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === null || given === undefined) return false
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}

interface ServiceOptions {
  readonly metrics: Metrics
  /** Who sends it reads `/metrics`; null: nobody does. */
  readonly metricsToken: string | null
  readonly isStopping: () => boolean
}

/** What proxies, monitors and Prometheus ask: whether the process lives, whether it can serve, and its numbers. */
export function registerServiceRoutes(
  app: FastifyInstance,
  game: Game,
  { metrics, metricsToken, isStopping }: ServiceOptions,
): void {
  const isReady = createReadiness(game.db)
  const ok = () => ({ status: 'OK', server_time: isoTime(game.now()) })

  app.get(HEALTH_PATH, (_request, reply) => reply.header('cache-control', 'no-store').send(ok()))

  app.get(READY_PATH, async (_request, reply) => {
    if (isStopping() || !(await isReady())) throw new TransportRefusal('UNAVAILABLE', RETRY_AFTER_S)
    return reply.header('cache-control', 'no-store').send(ok())
  })

  app.get(METRICS_PATH, async ({ raw }, reply) => {
    // As any other path without an answer, so that nobody learns that there is one. Not even this machine reads it without the
    // token: what a relay passes on may look as if it were made here.
    if (!hasToken(raw, metricsToken)) throw new TransportRefusal('NOT_FOUND')
    const text = await metrics.print()
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
  })
}
