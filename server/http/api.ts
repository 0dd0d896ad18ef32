import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { TRANSPORT_STATUS } from '#contract/codes'
import { LIVE_PATH } from '#contract/live'
import { API_PATH } from '#contract/protocol'
import { createBoothDevices } from '../booth-devices'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { createLimits, tooManyRequests } from '../limits/limits'
import { createHub } from '../live/hub'
import { createPushDesk } from '../push/push-desk'
import { createReadings } from '../readings/readings'
import { TransportRefusal } from '../refusal'
import type { AccountMark } from './account-mark'
import { createAdmission } from './admission'
import { type Answer, sendKo } from './answers'
import { gzipAnswer } from './gzip-answer'
import { createLive, isLiveRequest } from './live'
import { createCallLog, type LoggedCall, logFailure } from './log'
import type { Metrics } from './metrics'
import type { Proxies } from './proxy'
import { readBody } from './read-body'
import { readFingerprint, readQuery } from './read-call'
import { type ApiRequest, createReceiver } from './receive'

const HTTP_OK = 200
const HTTP_TOO_LARGE = 413
/**
 * Delay of a TOO_MANY_REQUESTS answer (ms). A client that retries at once would otherwise get thousands of them a second, and
 * much of the CPU time.
 */
const REFUSED_AFTER_MS = 100

/** Whether the API handles a request itself, without the router. */
export function isApiCall({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.startsWith(API_PATH) && (url.length === API_PATH.length || url[API_PATH.length] === '?')
}

/** Resolves the client's address lazily: doing so behind proxies takes time. */
function apiRequest(request: IncomingMessage, { clientAddress, clientScheme }: Proxies): ApiRequest {
  return {
    url: request.url ?? '',
    headers: request.headers,
    get address() {
      return clientAddress(request)
    },
    get scheme() {
      return clientScheme(request)
    },
    readBody: () => readBody(request),
  }
}

type AnswerCall = (request: IncomingMessage, response: ServerResponse) => Promise<void>
interface Api {
  readonly answerCall: AnswerCall
  readonly openLive: AnswerCall
}

/**
 * Handles API calls before Fastify sees them: its request objects, routing and hooks cost more than recording an award (0016).
 * Requests made with `inject`, or to a second address of the host name, still use the route.
 */
export function passByRouter(server: Server, { answerCall, openLive }: Api): void {
  const routed = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (isApiCall(request)) void answerCall(request, response)
    else if (isLiveRequest(request)) void openLive(request, response)
    else for (const route of routed) route(request, response)
  })
}

export interface ApiOptions {
  readonly metrics: Metrics
  /** Names accounts in the log. */
  readonly mark: AccountMark
  readonly proxies: Proxies
  /** For tests: push services on this machine are allowed. */
  readonly pushToLoopback: boolean
  /** The clock of the limits of calls and notifications (ms). */
  readonly clock: (() => number) | undefined
}

/** Registers the API's paths. Returns the functions that answer a call and open a live stream. */
export function registerApi(
  app: FastifyInstance,
  game: Game,
  securityHeaders: Readonly<Record<string, string>>,
  { metrics, mark, proxies, clock, pushToLoopback }: ApiOptions,
): Api {
  const limits = createLimits(clock)
  const readings = createReadings(game)
  const devices = createBoothDevices(game.db, game.now)
  const hub = createHub({ ...game, ledgerId: readings.ledgerId }, (owner) => devices.heard(owner))
  const push = createPushDesk(game, { isWatching: hub.isWatching, loopback: pushToLoopback, clock })
  const receive = createReceiver(game, limits, readings, push, devices)
  const openStream = createLive(game, limits, hub, createAdmission(game, limits, readings.sessions), { proxies, securityHeaders })
  const callLog = createCallLog(app.log)
  const note = (line: LoggedCall) => {
    callLog.call(line)
    metrics.call(line)
  }
  app.addHook('preClose', async () => {
    hub.close()
    push.close()
  })
  app.addHook('onClose', async () => callLog.flush())
  const everyAnswer = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }).flat()

  async function write(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const { status, headers, text, bulk } = answer
    const gzip = await gzipAnswer(answer, request.headers['accept-encoding'])
    // No response if the client has disconnected.
    if (response.destroyed) return
    const parts = gzip ?? (bulk === null ? [text] : [text, bulk])
    const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    // The rest of a body that is too large is not read.
    const close = status === HTTP_TOO_LARGE ? ['connection', 'close'] : []
    const encoding = gzip === null ? [] : ['content-encoding', 'gzip']
    response.writeHead(status, [...everyAnswer, ...headers, ...close, ...encoding, 'content-length', String(length)])
    // Headers and the first part are sent as one chunk and the rest as others, without copying.
    response.cork()
    for (const part of parts) response.write(part)
    response.end()
  }

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    const { answer, fingerprint, call, caller, awards, error, hungUp } = await receive(apiRequest(request, proxies))
    if (hungUp) {
      callLog.hungUp()
      metrics.hungUp()
      return
    }
    metrics.awards(awards)
    if (answer.code === 'TOO_MANY_REQUESTS') await sleep(REFUSED_AFTER_MS)
    if (error !== null) logFailure(app.log, error)
    await write(request, response, answer)
    const who = caller === null ? null : mark(caller.userId)
    note({ fingerprint, who, call, code: answer.code, status: answer.status, ms: Math.round(performance.now() - begun) })
  }

  async function openLive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    const { error, userId, ...opened } = await openStream(request, response)
    if (error !== null) logFailure(app.log, error)
    if (opened.status === HTTP_OK && !response.destroyed) {
      metrics.streams(1)
      response.once('close', () => metrics.streams(-1))
    }
    const who = userId === null ? null : mark(userId)
    note({ ...opened, who, call: 'live', ms: Math.round(performance.now() - begun) })
  }

  function route(url: string, method: 'GET' | 'POST', answer: AnswerCall): void {
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: (request, reply) => {
        reply.hijack()
        void answer(request.raw, reply.raw)
      },
      handler: () => undefined,
    })
    app.route({
      method: (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter((other) => other !== method),
      url,
      handler: async (request, reply) => {
        const fingerprint = readFingerprint(readQuery(request.url))
        const waitMs = limits.address.take(addressKey(proxies.clientAddress(request.raw)))
        const refusal = waitMs > 0 ? tooManyRequests(waitMs) : new TransportRefusal('METHOD_NOT_ALLOWED')
        note({ fingerprint, who: null, call: null, code: refusal.code, status: TRANSPORT_STATUS[refusal.code], ms: 0 })
        return sendKo(reply.header('allow', method), refusal, game.now())
      },
    })
  }
  route(API_PATH, 'POST', answerCall)
  route(LIVE_PATH, 'GET', openLive)

  return { answerCall, openLive }
}
