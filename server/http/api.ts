import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
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
import { createAdmission } from './admission'
import { type Answer, asRefusal, JSON_TYPE, sendKo } from './answers'
import { gzipAnswer } from './gzip-answer'
import { createLive, LIVE_CACHE_CONTROL } from './live'
import { createAccountMark, createCallLog, type LoggedCall, logFailure } from './log'
import type { Metrics } from './metrics'
import { createProxies, type Proxies } from './proxy'
import { readBody } from './read-body'
import { readFingerprint, readQuery } from './read-call'
import { type ApiRequest, createReceiver } from './receive'
import type { Answerer, Routes } from './routes'

const HTTP_OK = 200
const HTTP_TOO_LARGE = 413
/**
 * Delay of a TOO_MANY_REQUESTS answer (ms). A client that retries at once would otherwise get thousands of them a second, and
 * much of the CPU time.
 */
const REFUSED_AFTER_MS = 100

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

export interface Api {
  readonly routes: Routes
  /** Ends the streams and sends no more notifications, so that the server can close. */
  stop(): void
  /** Writes what the log still counts. */
  flushLog(): void
}

export interface ApiSettings {
  /** Addresses and networks of reverse proxies that are believed about the client, besides this machine. */
  readonly trustedProxies?: readonly string[]
  /** The key by which the log names accounts; by default one of this process. */
  readonly logKey?: string
  /** Lets tests play a push service on this machine. */
  readonly pushToLoopback?: boolean
  /** The clock of the limits of calls and notifications (ms), for tests with fake time. */
  readonly clock?: () => number
}

interface Surroundings {
  readonly log: Logger
  readonly metrics: Metrics
  readonly securityHeaders: Readonly<Record<string, string>>
}

export function createApi(game: Game, { log, metrics, securityHeaders }: Surroundings, settings: ApiSettings): Api {
  const { clock, pushToLoopback: loopback = false } = settings
  const proxies = createProxies(settings.trustedProxies)
  const mark = createAccountMark(settings.logKey)
  const limits = createLimits(clock)
  const readings = createReadings(game)
  const devices = createBoothDevices(game.db, game.now)
  const hub = createHub({ ...game, ledgerId: readings.ledgerId }, (owner) => devices.heard(owner))
  const push = createPushDesk(game, { isWatching: hub.isWatching, loopback, clock })
  const receive = createReceiver(game, limits, readings, push, devices)
  const openStream = createLive(game, limits, hub, createAdmission(game, limits, readings.sessions), proxies)
  const callLog = createCallLog(log)
  const note = (line: LoggedCall) => {
    callLog.call(line)
    metrics.call(line)
  }
  /** Constants, because a header library, or Node's setting of each, takes a large part of a call's time. */
  const everyAnswer = Object.entries({
    ...securityHeaders,
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
  }).flat()

  async function write(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const { status, headers, text, bulk } = answer
    const gzip = await gzipAnswer(answer, request.headers['accept-encoding'])
    // No response if the client has disconnected.
    if (response.destroyed) return
    const parts = gzip ?? (bulk === null ? [text] : [text, ...bulk])
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
    metrics.awards(awards, call)
    if (answer.code === 'TOO_MANY_REQUESTS') await sleep(REFUSED_AFTER_MS)
    if (error !== null) logFailure(log, error)
    await write(request, response, answer)
    const who = caller === null ? null : mark(caller.userId)
    note({ fingerprint, who, call, code: answer.code, status: answer.status, ms: Math.round(performance.now() - begun) })
  }

  async function openLive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    const fingerprint = readFingerprint(readQuery(request.url ?? ''))
    let userId: string | null = null
    let code: LoggedCall['code'] = 'OK'
    try {
      userId = await openStream(request, response)
    } catch (reason) {
      const refusal = asRefusal(reason)
      code = refusal.code
      if (refusal !== reason && (code === 'INTERNAL' || code === 'UNAVAILABLE')) logFailure(log, reason)
      sendKo(response, refusal, game.now(), LIVE_CACHE_CONTROL)
    }
    const status = response.statusCode
    if (status === HTTP_OK && !response.destroyed) {
      metrics.streams(1)
      response.once('close', () => metrics.streams(-1))
    }
    const who = userId === null ? null : mark(userId)
    note({ fingerprint, who, call: 'live', code, status, ms: Math.round(performance.now() - begun) })
  }

  /** Counts and logs a request of the API's paths that is no call. */
  function refuseMethod(allowed: 'GET' | 'POST'): Answerer {
    return (request, response) => {
      const fingerprint = readFingerprint(readQuery(request.url ?? ''))
      const waitMs = limits.address.take(addressKey(proxies.clientAddress(request)))
      const refusal = waitMs > 0 ? tooManyRequests(waitMs) : new TransportRefusal('METHOD_NOT_ALLOWED')
      note({ fingerprint, who: null, call: null, code: refusal.code, status: TRANSPORT_STATUS[refusal.code], ms: 0 })
      sendKo(response.setHeader('allow', allowed), refusal, game.now())
    }
  }

  return {
    routes: [
      [`POST ${API_PATH}`, answerCall],
      [API_PATH, refuseMethod('POST')],
      [`GET ${LIVE_PATH}`, openLive],
      [LIVE_PATH, refuseMethod('GET')],
    ],
    stop() {
      hub.close()
      push.close()
    },
    flushLog: () => callLog.flush(),
  }
}
