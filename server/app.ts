import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { readBuildNotes } from './build-notes'
import { ensureLedgerId } from './db/queries/ledger-id'
import type { Game } from './game'
import { createAccountMark } from './http/account-mark'
import { asRefusal, sendKo } from './http/answers'
import { isApiCall, passByRouter, registerApi } from './http/api'
import { registerGracefulClose } from './http/graceful-close'
import { logFailure, loggerOptions, logSmsCircuit } from './http/log'
import { createMetrics } from './http/metrics'
import { readPage } from './http/page'
import { createProxies } from './http/proxy'
import { securityHeaders } from './http/security-headers'
import { registerServiceRoutes } from './http/service-routes'
import { answerUnreadable } from './http/unreadable-request'
import { answerUnknownPath, registerWebApp } from './http/web-app'

/** Time limit for receiving a request, in ms: long enough for patchy Wi-Fi, short enough against slow-request attacks. */
const REQUEST_TIMEOUT_MS = 60_000

export interface AppOptions {
  /** The folder of the built app; null serves only the API. */
  readonly webApp: string | null
  readonly log: 'info' | 'silent'
  /** Whether the server is about to stop, so that proxies send nobody to it any more. */
  readonly isStopping?: () => boolean
  /** Who sends it reads `/metrics`; null: nobody does. */
  readonly metricsToken?: string | null
  /** Addresses and networks of reverse proxies that are believed about the client, besides this machine. */
  readonly trustedProxies?: readonly string[]
  /** The key by which the log names accounts; by default one of this process. */
  readonly logKey?: string
  /** Lets tests play a push service on this machine. */
  readonly pushToLoopback?: boolean
  /** The clock of the rate limits (ms), for tests with fake time. */
  readonly clock?: () => number
}

/** Builds the server without listening. */
export async function buildApp(game: Game, options: AppOptions): Promise<FastifyInstance> {
  await ensureLedgerId(game.db)
  const page = options.webApp === null ? '' : readPage(options.webApp, game.publicUrl)
  const libraryStyles = options.webApp === null ? [] : readBuildNotes(options.webApp).libraryStyles
  const headers = securityHeaders(game.publicUrl, page, libraryStyles)
  const app = Fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    logger: loggerOptions(options.log),
    // Fastify's own log lines contain addresses and paths, and a path may contain a token.
    logController: new LogController({ disableRequestLogging: true }),
    // Requests do not use their own loggers, and creating one takes longer than the rest of a request.
    childLoggerFactory: (logger) => logger,
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(game.now),
    // Hooks do not run for a URL that cannot be parsed.
    frameworkErrors: (error, _request, reply) => void sendKo(reply.headers(headers), asRefusal(error), game.now()),
  })
  // The API parses its own bodies, and no other route takes one.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.setErrorHandler((error, _request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.code === 'INTERNAL') logFailure(app.log, error)
    return sendKo(reply, refusal, game.now())
  })

  app.addHook('onRequest', (request, reply, done) => {
    // The API writes its own headers; through the router they took an eighth of a call's time.
    if (!isApiCall(request.raw)) void reply.headers(headers)
    done()
  })
  game.sms.watch((failing) => logSmsCircuit(app.log, failing))
  registerGracefulClose(app)
  const metrics = createMetrics(game)
  registerServiceRoutes(app, game, {
    metrics,
    metricsToken: options.metricsToken ?? null,
    isStopping: options.isStopping ?? (() => false),
  })
  const api = {
    metrics,
    mark: createAccountMark(options.logKey),
    proxies: createProxies(options.trustedProxies),
    clock: options.clock,
    pushToLoopback: options.pushToLoopback === true,
  }
  const sendPage = options.webApp === null ? null : await registerWebApp(app, options.webApp, page)
  passByRouter(app.server, registerApi(app, game, headers, api))
  app.setNotFoundHandler(answerUnknownPath(sendPage))
  return app
}
