import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PATH } from '#contract/protocol'
import type { Caller } from '../call-context'
import { findSession, renewSession } from '../db/queries/sessions'
import { isUnavailable } from '../db/unavailable'
import { dispatch } from '../dispatch'
import type { Game } from '../game'
import { TransportRefusal } from '../refusal'
import { sendOk } from './answers'
import { assertOrigin } from './origin-guard'
import { rateLimit } from './rate-limit'
import { type ReadCall, readCall } from './read-call'
import { sessionPort } from './session-cookie'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the rate limit, which depends on both. */
    call: ReadCall | null
    caller: Caller | null
  }
}

/** The API's one address: origin, then call, then session, then limits, then the rules. */
export function registerApi(app: FastifyInstance, game: Game): void {
  const secure = game.publicUrl.protocol === 'https:'
  app.decorateRequest('call', null)
  app.decorateRequest('caller', null)

  /** A database that cannot be written now must not keep anybody from reading: the next call tries again. */
  async function tryRenewal(tokenHash: string): Promise<boolean> {
    try {
      await game.db.write({ on: 'accounts' }, (db) => renewSession(db, tokenHash, game.now()))
      return true
    } catch (reason) {
      if (isUnavailable(reason)) return false
      throw reason
    }
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.call = readCall(request)
    const session = sessionPort(request, reply, secure)
    if (session.token === null) return
    const { token } = session
    const live = await findSession(game.db.read, token, game.now())
    if (live === null) return
    request.caller = { userId: live.userId, vendorId: live.vendorId }
    if (live.renewalDue && (await tryRenewal(live.tokenHash))) session.issue(token)
  }

  app.route({
    method: 'POST',
    url: API_PATH,
    config: { rateLimit },
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      assertOrigin(request, game.publicUrl)
    },
    preValidation: identify,
    handler: async (request, reply) => {
      if (request.call === null) throw new TransportRefusal('MALFORMED')
      const { name, fields } = request.call
      const output = await dispatch(name, fields, game, request.caller, sessionPort(request, reply, secure))
      return sendOk(reply, output, game.now())
    },
  })

  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: API_PATH,
    handler: async (_request, reply) => {
      void reply.header('allow', 'POST').header('cache-control', 'no-store')
      throw new TransportRefusal('METHOD_NOT_ALLOWED')
    },
  })
}
