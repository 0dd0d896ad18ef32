import type { FastifyReply, FastifyRequest } from 'fastify'
import { RANKING_SCREEN } from '#contract/live'
import type { Game } from '../game'
import { addressKey, count, type Limits } from '../limits'
import type { Hub } from '../live/hub'
import type { StreamClient } from '../live/stream'
import type { Admission } from '../readings/sessions'
import { TransportRefusal } from '../refusal'
import { takeOver } from './answers'
import { readFingerprint } from './log'
import { addressOf, assertOrigin, readSessionToken } from './security'

/** How long a browser waits before it asks a full server again, in s. */
const FULL_RETRY_S = 30
const CACHE_CONTROL = 'no-store, no-transform'
const STREAM = { 'cache-control': CACHE_CONTROL, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

/**
 * Opens the live stream (contract/live.ts), or answers 204 to who has no session. Resolves to the account that listens; throws
 * refusals.
 */
export function createLive(game: Game, limits: Limits, hub: Hub, admit: Admission) {
  /** Who listens; null without a session, which answers 204. */
  async function admitClient(request: FastifyRequest<{ Querystring: Record<string, unknown> }>): Promise<StreamClient | null> {
    const { query } = request
    const address = addressOf(request)
    await game.db.commits.catchUp()
    const session = await admit(readSessionToken(request), { address })
    const key = addressKey(address)
    const isPublic = query.screen === RANKING_SCREEN
    if (session !== null) count(limits.account, session.userId)
    else count(isPublic ? limits.stream : limits.address, key)
    if (readFingerprint(query) === null) throw new TransportRefusal('MALFORMED')
    assertOrigin(request, game.publicUrl)
    if (session !== null) return { is: 'account', tokenHash: session.tokenHash, userId: session.userId }
    return isPublic ? { is: 'public', addressKey: key } : null
  }

  return async (
    request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
    reply: FastifyReply,
  ): Promise<StreamClient | null> => {
    const client = await admitClient(request)
    if (client === null) {
      reply.code(204).header('cache-control', CACHE_CONTROL).send()
      return null
    }
    if (!hub.hasRoomFor(client)) throw new TransportRefusal('UNAVAILABLE', FULL_RETRY_S)
    const raw = takeOver(reply.headers(STREAM))
    raw.flushHeaders()
    // Its sender may have disconnected meanwhile.
    if (!raw.destroyed) hub.open(client, raw)
    return client
  }
}
