import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Code } from '#contract/codes'
import type { Game } from './game'
import { asRefusal, sendKo } from './http/answers'
import { registerApi } from './http/api'
import { registerGracefulClose } from './http/graceful-close'
import { loggerOptions, registerCallLog } from './http/log'
import { readPage } from './http/page'
import { registerSecurityHeaders, securityHeaders } from './http/security-headers'
import { answerUnreadable } from './http/unreadable-request'
import { answerUnknownPath, registerWebApp } from './http/web-app'

const BODY_LIMIT_BYTES = 32 * 1024
/** How long a request may take to arrive, in ms: patchy Wi-Fi is slow, an attacker is slower. */
const REQUEST_TIMEOUT_MS = 60_000

export interface AppOptions {
  /** Where the built app lies; null serves the API alone. */
  readonly webApp: string | null
  readonly log: 'info' | 'silent'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How the call was answered, for the log. */
    answerCode: Code | 'OK'
  }
}

/** Builds the server; it does not listen yet. */
export async function buildApp(game: Game, options: AppOptions): Promise<FastifyInstance> {
  const page = options.webApp === null ? '' : readPage(options.webApp, game.publicUrl)
  const headers = securityHeaders(game.publicUrl, page)
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    logger: loggerOptions(options.log),
    // Its own lines hold addresses and paths, and a path may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    // A reverse proxy on the same machine names the real address; nobody else is believed.
    trustProxy: 'loopback',
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(game.now),
    // No hook runs for an address that cannot be read.
    frameworkErrors: (error, _request, reply) => void sendKo(reply.headers(headers), asRefusal(error), game.now()),
  })
  app.decorateRequest('answerCode', 'OK')
  // Without a body there is nothing that a type could be wrong about; Fastify's own JSON parser is not wanted.
  app.removeAllContentTypeParsers()

  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    request.answerCode = refusal.code
    if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') app.log.error({ err: error }, 'a call failed')
    return sendKo(reply, refusal, game.now())
  })

  registerSecurityHeaders(app, headers)
  registerCallLog(app)
  registerGracefulClose(app)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(rateLimit, { global: false })
  const sendPage = options.webApp === null ? null : await registerWebApp(app, options.webApp, page)
  registerApi(app, game)
  app.setNotFoundHandler(answerUnknownPath(sendPage))
  return app
}
