import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { isDatabaseError } from '../db/unavailable'
import { readFingerprint } from './read-call'

/** The shape that Fastify asks of an error's serializer. */
interface LoggedError extends Record<string, unknown> {
  type: string
  message: string
  stack: string
}

/** An error without what it quotes: a database's message may hold a number or an address. */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    code: 'code' in error ? error.code : null,
    message: isDatabaseError(error) ? '' : error.message,
    stack: frames.slice(0, 8).join('\n'),
  }
}

/** A logger that keeps no address, number, name, code or token. */
export function loggerOptions(level: 'info' | 'silent'): NonNullable<FastifyServerOptions['logger']> {
  return { level, base: null, serializers: { err: describeError, req: () => ({}), res: () => ({}) } }
}

/** One line an API call: which, how it ended, how long it took, and the caller's own id for it. */
export function registerCallLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url !== '/api') return
    app.log.info({
      fingerprint: readFingerprint(request.query),
      call: request.call?.name ?? null,
      code: request.answerCode,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
