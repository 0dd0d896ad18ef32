import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { API_PATH } from '#contract/protocol'
import { readBuildInfo } from './build-info'
import { ensureLedgerId } from './db/queries/ledger-id'
import { ensureDeviceSalt } from './db/queries/voucher-signers'
import type { Game } from './game'
import { answerUnreadable } from './http/answers'
import { type ApiSettings, createApi } from './http/api'
import { createLog, logSmsCircuit } from './http/log'
import { createMetrics } from './http/metrics'
import { securityHeaders, trustIn } from './http/security'
import { type ServiceSettings, serviceRoutes } from './http/service-routes'
import { readWebApp } from './http/web-app'
import type { Outlet } from './outlet'
import { TransportRefusal } from './refusal'

const SWEEP_MS = 100
/** Timeout for closing (ms), so that an endless request does not keep the server running. */
const CLOSE_TIMEOUT_MS = 10_000

/**
 * Returns a function that cuts the connections on which nothing has arrived yet. Browsers open such
 * connections in advance, and Node does not count them as idle, so they would keep the server
 * running until the timeout.
 */
function trackUnused(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}

/**
 * Returns a function that answers calls in flight and then closes the server. Browsers keep
 * connections open, which would keep the server running until the keep-alive timeout, so it closes
 * idle connections until none is left.
 */
function gracefulClose(app: FastifyInstance): () => Promise<void> {
  const { server } = app
  const closeUnused = trackUnused(server)
  return async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      closeUnused()
    }, SWEEP_MS)
    const lastResort = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    await app.close()
    clearInterval(sweep)
    clearTimeout(lastResort)
  }
}

/**
 * Answers pipelined requests of a connection one at a time; Node would start them all at once.
 * Stops reading from a connection while one of its requests waits, so that a client that does not
 * read its answers occupies the server with no more than one packet and one answer.
 */
function inTurn(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  function wait(socket: Socket, more: 1 | -1): void {
    const known = waiting.get(socket)
    waiting.set(socket, (known ?? 0) + more)
    // Pause again when Node resumes the connection, which it does after each request's body.
    if (known === undefined)
      socket.on('resume', () => void (waiting.get(socket) !== 0 && socket.pause()))
    if (waiting.get(socket) === 0) socket.resume()
    else socket.pause()
  }
  return (request, response) => {
    // A response gets its socket only after the responses before it are sent.
    if (response.socket !== null) return answer(request, response)
    wait(request.socket, 1)
    response.once('socket', () => {
      wait(request.socket, -1)
      answer(request, response)
    })
  }
}

/**
 * Time limit for receiving a request, in ms: long enough for patchy Wi-Fi, short enough against
 * slow-request attacks.
 */
const REQUEST_TIMEOUT_MS = 60_000
/** Cut a connection if nothing is transferred during a request or an answer for this long (ms). */
const IDLE_TIMEOUT_MS = 60_000
/**
 * Keep idle connections open for this long, in ms: longer than Caddy does, because Caddy would
 * otherwise send requests on connections that this server has just closed.
 */
const KEEP_ALIVE_MS = 72_000

/**
 * Size of the system's queue of unaccepted connections. Node's default of 511 overflows when a hall
 * of phones returns after a restart; further connections are reset or retried seconds later. Linux
 * caps the value at `net.core.somaxconn`, 4,096 by default.
 */
const BACKLOG = 4_096

interface AppOptions extends ApiSettings, ServiceSettings {
  /** The folder of the built app; null serves only the API. */
  readonly webApp: string | null
  /** Where the log goes. */
  readonly log: Outlet | 'silent'
  /**
   * Reverse proxies, as addresses and networks, that are trusted to name the client's address;
   * proxies on this machine always are.
   */
  readonly trustedProxies?: readonly string[]
}

export interface App {
  readonly server: Server
  readonly log: Logger
  /** Makes a request without a network, for tests. */
  readonly inject: FastifyInstance['inject']
  /** Resolves to the URL at which it listens. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>
  /** Answers requests that have arrived, then stops. */
  close(): Promise<void>
}

/** Returns a URL's path, unchanged if it cannot be decoded. A proxy may have sent the whole URL. */
function pathOf(url: string): string {
  const path = url.replace(/\?.*$/s, '').replace(/^https?:\/\/[^/]*/i, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Builds the server without listening. */
export async function buildApp(game: Game, options: AppOptions): Promise<App> {
  await ensureLedgerId(game.db)
  await ensureDeviceSalt(game.db)
  const webApp =
    options.webApp === null ? null : readWebApp(options.webApp, game.publicUrl, game.names)
  const libraryStyles = options.webApp === null ? [] : readBuildInfo(options.webApp).libraryStyles
  const headers = securityHeaders(game.publicUrl, webApp?.html ?? '', libraryStyles)
  const log = createLog(options.log)
  game.sms.watch((failing) => logSmsCircuit(log, failing))
  const metrics = createMetrics(game, options.log === 'silent' ? () => 0 : options.log.lost)
  const api = createApi(game, log, metrics, options)

  /** Answers paths without a route: with a file, or with the app's page for a screen. */
  function answerRest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(request.url)
    if (webApp === null || path.startsWith(`${API_PATH}/`)) throw new TransportRefusal('NOT_FOUND')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new TransportRefusal('METHOD_NOT_ALLOWED')
    return webApp.answer(request, reply, path)
  }

  /**
   * Answers undecodable paths: Fastify does not route them, runs no hooks and catches no errors for
   * them.
   */
  async function answerUndecodable(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.call = null
    reply.headers(headers)
    try {
      await answerRest(request, reply)
    } catch (reason) {
      await api.answerError(reason, request, reply)
    }
  }

  const app = fastify({
    trustProxy: trustIn(options.trustedProxies ?? []),
    // While closing, answer calls that still arrive on open connections, instead of refusing them;
    // `close` below ends the connections.
    return503OnClosing: false,
    serverFactory: (answer) =>
      createServer(
        { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
        inTurn(answer),
      ),
    clientErrorHandler: answerUnreadable(game.now),
    frameworkErrors: (_error, request, reply) => void answerUndecodable(request, reply),
  })
  app.server.setTimeout(IDLE_TIMEOUT_MS)
  app.decorateRequest('call', null)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.setErrorHandler(api.answerError)
  app.setNotFoundHandler(answerRest)
  api.routes(app)
  serviceRoutes(app, game, metrics, options)
  await app.ready()
  const stopServer = gracefulClose(app)

  return {
    server: app.server,
    log,
    inject: app.inject.bind(app),
    listen: async (at) => await app.listen({ ...at, backlog: BACKLOG }),
    async close() {
      api.stop()
      await stopServer()
      api.flushLog()
    },
  }
}
