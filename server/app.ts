import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { readBuildNotes } from './build-notes'
import { ensureLedgerId } from './db/queries/ledger-id'
import { ensureDeviceSalt } from './db/queries/signing-devices'
import type { Game } from './game'
import { answerUnreadable } from './http/answers'
import { type ApiSettings, createApi } from './http/api'
import { createLog, logSmsCircuit } from './http/log'
import { createMetrics } from './http/metrics'
import { PAGE_FILE, pageSender, readPage } from './http/page'
import { createListener, reading } from './http/routes'
import { securityHeaders } from './http/security-headers'
import { type ServiceSettings, serviceRoutes } from './http/service-routes'
import { fileRoutes } from './http/web-app'

const SWEEP_MS = 100
/** Otherwise a request that never ends would keep the server running for ever. */
const PATIENCE_MS = 10_000

/**
 * Browsers open connections that they may never use. Node does not count one that has sent nothing as idle: it would keep the
 * server running until the patience ends.
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
 * Calls in flight are answered when the server closes. Their connections, kept alive by the browser, would then keep the server
 * running until the keep-alive timeout, so idle ones are closed until none is left.
 */
function gracefulClose(server: Server): () => Promise<void> {
  const closeUnused = trackUnused(server)
  return async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      closeUnused()
    }, SWEEP_MS)
    const lastResort = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    // One that never listened says so at once.
    await new Promise((closed) => server.close(closed))
    clearInterval(sweep)
    clearTimeout(lastResort)
  }
}

/** Time limit for receiving a request, in ms: long enough for patchy Wi-Fi, short enough against slow-request attacks. */
const REQUEST_TIMEOUT_MS = 60_000
/** How long an idle connection stays open, in ms: longer than Caddy keeps it, which would otherwise send on a closed one. */
const KEEP_ALIVE_MS = 72_000

/**
 * Connections that the system holds until they are accepted. Node's 511 overflow when a hall of phones comes back after a restart,
 * and those beyond are tried again only after seconds, or reset. Linux takes as many as `net.core.somaxconn`, 4,096 by default.
 */
const BACKLOG = 4_096

interface AppOptions extends ApiSettings, ServiceSettings {
  /** The folder of the built app; null serves only the API. */
  readonly webApp: string | null
  readonly log: 'info' | 'silent'
}

export interface App {
  readonly server: Server
  readonly log: Logger
  /** Resolves to the URL at which it listens. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>
  /** Answers what has arrived, then stops. */
  close(): Promise<void>
}

/** Builds the server without listening. */
export async function buildApp(game: Game, options: AppOptions): Promise<App> {
  await ensureLedgerId(game.db)
  await ensureDeviceSalt(game.db)
  const { webApp } = options
  const html = webApp === null ? '' : readPage(webApp, game.publicUrl)
  const headers = securityHeaders(game.publicUrl, html, webApp === null ? [] : readBuildNotes(webApp).libraryStyles)
  const log = createLog(options.log)
  game.sms.watch((failing) => logSmsCircuit(log, failing))
  const metrics = createMetrics(game)
  const api = createApi(game, { log, metrics, securityHeaders: headers }, options)
  const sendPage = webApp === null ? null : pageSender(html, webApp)
  const routes = [
    ...api.routes,
    ...serviceRoutes(game, metrics, options),
    ...(webApp === null ? [] : fileRoutes(webApp)),
    // Workers of earlier versions request the page that they cache by this name.
    ...(sendPage === null ? [] : reading(`/${PAGE_FILE}`, sendPage)),
  ]
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    createListener(routes, { securityHeaders: headers, sendPage, log, now: game.now }),
  )
  server.on('clientError', answerUnreadable(game.now))
  const closeServer = gracefulClose(server)

  return {
    server,
    log,
    async listen({ host, port }) {
      await once(server.listen({ port, host, backlog: BACKLOG }), 'listening')
      const { address, family, port: own } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address.replace('0.0.0.0', '127.0.0.1')}:${own}`
    },
    async close() {
      api.stop()
      await closeServer()
      api.flushLog()
    },
  }
}
