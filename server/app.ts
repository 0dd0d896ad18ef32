import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Game } from './game'
import { asRefusal, sendKo } from './http/answers'
import { isApiCall, registerApi } from './http/api'
import { registerGracefulClose } from './http/graceful-close'
import { logFailure, loggerOptions } from './http/log'
import { readPage } from './http/page'
import { securityHeaders } from './http/security-headers'
import { answerUnreadable } from './http/unreadable-request'
import { answerUnknownPath, registerWebApp } from './http/web-app'

/** How long a request may take to arrive, in ms: patchy Wi-Fi is slow, an attacker is slower. */
const REQUEST_TIMEOUT_MS = 60_000

export interface AppOptions {
  /** Where the built app lies; null serves the API alone. */
  readonly webApp: string | null
  readonly log: 'info' | 'silent'
  /** What the limits go by (ms), in tests that play time. */
  readonly clock?: () => number
}

/** Builds the server; it does not listen yet. */
export async function buildApp(game: Game, options: AppOptions): Promise<FastifyInstance> {
  const page = options.webApp === null ? '' : readPage(options.webApp, game.publicUrl)
  const headers = securityHeaders(game.publicUrl, page)
  const app = Fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    logger: loggerOptions(options.log),
    // Its own lines hold addresses and paths, and a path may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing is logged with a request's own logger, and making one takes longer than the rest of a request.
    childLoggerFactory: (logger) => logger,
    // A reverse proxy on the same machine names the real address; nobody else is believed.
    trustProxy: 'loopback',
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(game.now),
    // No hook runs for an address that cannot be read.
    frameworkErrors: (error, _request, reply) => void sendKo(reply.headers(headers), asRefusal(error), game.now()),
  })
  // The API reads its own bodies, and nothing else takes one.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.setErrorHandler((error, _request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.code === 'INTERNAL') logFailure(app.log, error)
    return sendKo(reply, refusal, game.now())
  })

  app.addHook('onRequest', (request, reply, done) => {
    // The API writes its own, and through the router they were an eighth of a call's time.
    if (!isApiCall(request.raw)) void reply.headers(headers)
    done()
  })
  registerGracefulClose(app)
  const sendPage = options.webApp === null ? null : await registerWebApp(app, options.webApp, page)
  registerApi(app, game, headers, options.clock)
  app.setNotFoundHandler(answerUnknownPath(sendPage))
  return app
}
