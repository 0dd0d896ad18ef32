import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TRANSPORT_STATUS } from '#contract/codes'
import { API_PATH } from '#contract/protocol'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { createLimits, tooManyRequests } from '../limits/limits'
import { TransportRefusal } from '../refusal'
import { type Answer, sendKo } from './answers'
import { createCallLog, logFailure } from './log'
import { readBody } from './read-body'
import { readFingerprint, readQuery } from './read-call'
import { type ApiRequest, createReceiver } from './receive'

const HTTP_TOO_LARGE = 413
/** Whether the API handles a request before the router's life cycle. */
export function isApiCall({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.startsWith(API_PATH) && (url.length === API_PATH.length || url[API_PATH.length] === '?')
}

/** Reads only what a call needs from Fastify's request, lazily: resolving the client's address behind proxies takes time. */
function apiRequest(request: FastifyRequest): ApiRequest {
  const { raw } = request
  return {
    url: raw.url ?? '',
    headers: raw.headers,
    get address() {
      // Unlike its type says, there is none once the sender has hung up.
      const address: string | undefined = request.ip
      return address ?? 'gone'
    },
    get scheme() {
      return request.protocol
    },
    readBody: () => readBody(raw),
  }
}

/**
 * The API's only path. Calls leave Fastify before its life cycle begins: a router's hooks, parsers and serializers cost more
 * than recording an award (0016).
 */
export function registerApi(
  app: FastifyInstance,
  game: Game,
  securityHeaders: Readonly<Record<string, string>>,
  clock?: () => number,
): void {
  const limits = createLimits(clock)
  const receive = createReceiver(game, limits)
  const callLog = createCallLog(app.log)
  app.addHook('onClose', async () => callLog.flush())
  const everyAnswer = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }).flat()

  function write(response: ServerResponse, answer: Answer): void {
    const { status, headers, text, bulk } = answer
    const length = Buffer.byteLength(text) + (bulk?.length ?? 0)
    // The rest of a body that is too large is not read.
    const close = status === HTTP_TOO_LARGE ? ['connection', 'close'] : []
    response.writeHead(status, [...everyAnswer, ...headers, ...close, 'content-length', String(length)])
    if (bulk === null) {
      response.end(text)
      return
    }
    // Headers and text are sent as one chunk and the bulk as another, without copying.
    response.cork()
    response.write(text)
    response.end(bulk)
  }

  async function answerCall(request: FastifyRequest, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    const { answer, fingerprint, call, error, hungUp } = await receive(apiRequest(request))
    if (hungUp) {
      callLog.hungUp()
      return
    }
    if (error !== null) logFailure(app.log, error)
    // No response if the client has disconnected.
    if (!response.destroyed) write(response, answer)
    callLog.call({ fingerprint, call, code: answer.code, status: answer.status, ms: Math.round(performance.now() - begun) })
  }

  app.route({
    method: 'POST',
    url: API_PATH,
    onRequest: (request, reply) => {
      reply.hijack()
      void answerCall(request, reply.raw)
    },
    handler: () => undefined,
  })

  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: API_PATH,
    handler: async (request, reply) => {
      const fingerprint = readFingerprint(readQuery(request.url))
      const waitMs = limits.address.take(addressKey(request.ip))
      const refusal = waitMs > 0 ? tooManyRequests(waitMs) : new TransportRefusal('METHOD_NOT_ALLOWED')
      callLog.call({ fingerprint, call: null, code: refusal.code, status: TRANSPORT_STATUS[refusal.code], ms: 0 })
      return sendKo(reply.header('allow', 'POST'), refusal, game.now())
    },
  })
}
