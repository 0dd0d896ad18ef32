import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HEALTH_PATH, METRICS_PATH, READY_PATH } from '#contract/protocol'
import { VERSION } from '../build-info'
import type { Database } from '../db/database'
import { Overloaded } from '../db/errors'
import type { Game } from '../game'
import { hashSecret } from '../random'
import { TransportRefusal } from '../refusal'
import { isoTime } from '../time'
import { sendJson } from './answers'
import type { Metrics } from './metrics'

/**
 * The server counts as not ready if the database takes longer than this (ms), which is longer than
 * a wait for a lock.
 */
const DATABASE_TIMEOUT_MS = 5_000
const RETRY_AFTER_S = 1
const READY_FOR_MS = 1_000

/**
 * Creates the check whether calls could read and write now. Simultaneous requests share its answer,
 * and a good answer counts for a second: a check writes to the disk, and anybody may ask.
 */
function createReadiness(db: Database): () => Promise<boolean> {
  let checking: Promise<boolean> | null = null
  let readyAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<boolean> {
    const answer = db.probe().then(
      () => true,
      // An overloaded server is ready: proxies should still send it calls.
      (reason: unknown) => reason instanceof Overloaded,
    )
    const isReady = await Promise.race([answer, sleep(DATABASE_TIMEOUT_MS, false, { ref: false })])
    if (isReady) readyAt = performance.now()
    return isReady
  }

  return async () => {
    if (performance.now() - readyAt < READY_FOR_MS) return true
    checking ??= check().finally(() => {
      checking = null
    })
    return await checking
  }
}

/**
 * Whether a request has the token. Compares hashes, so that the time reveals nothing about the
 * token.
 */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === null || given === undefined) return false
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}

export interface ServiceSettings {
  /** Whether the server is about to stop, so that proxies send nobody to it any more. */
  readonly isStopping?: () => boolean
  /** The bearer token for `/metrics`; null closes it. */
  readonly metricsToken?: string | null
}

/**
 * Adds the routes for proxies, monitors and Prometheus: whether the process lives, whether it can
 * serve, its numbers.
 */
export function serviceRoutes(
  app: FastifyInstance,
  game: Game,
  metrics: Metrics,
  settings: ServiceSettings,
): void {
  const { isStopping, metricsToken = null } = settings
  const isReady = createReadiness(game.db)
  const sendOk = (reply: FastifyReply, more: object = {}) =>
    sendJson(reply, JSON.stringify({ status: 'OK', server_time: isoTime(game.now()), ...more }))

  app.get(HEALTH_PATH, (_request, reply) => sendOk(reply, { version: VERSION }))
  app.get(READY_PATH, async (_request, reply) => {
    if (isStopping?.() === true || !(await isReady()))
      throw new TransportRefusal('UNAVAILABLE', RETRY_AFTER_S)
    return sendOk(reply)
  })
  app.get(METRICS_PATH, async (request, reply) => {
    // Answer as for an unknown path, so that nobody learns that it exists. Require the token from
    // this machine too: relayed requests may look local.
    if (!hasToken(request, metricsToken)) throw new TransportRefusal('NOT_FOUND')
    return reply
      .headers({ 'cache-control': 'no-store', 'content-type': metrics.contentType })
      .send(await metrics.print())
  })
}
