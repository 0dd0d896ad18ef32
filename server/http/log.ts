import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { destination } from 'pino'
import type { CallName } from '#contract/calls'
import type { Code } from '#contract/codes'
import { isDatabaseError } from '../db/unavailable'

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

/** Lines are written in blocks, because a write for each took a fifth of a call's time; and they wait for a block no longer than this. */
const BLOCK_BYTES = 8 * 1024
const FLUSH_MS = 500

/** A logger that keeps no address, number, name, code or token. */
export function loggerOptions(level: 'info' | 'silent'): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return { level }
  // In this thread: handing a block to another costs more than writing it.
  const stream = destination({ dest: process.stdout.fd, sync: true, minLength: BLOCK_BYTES, periodicFlush: FLUSH_MS })
  process.once('exit', () => stream.flushSync())
  return { level, base: null, serializers: { err: describeError, req: () => ({}), res: () => ({}) }, stream }
}

export interface LoggedCall {
  /** The caller's own id of the call. */
  readonly fingerprint: string | null
  readonly call: CallName | null
  readonly code: Code | 'OK'
  readonly status: number
  readonly ms: number
}

/** One line for each call of the API. */
export function logCall(log: FastifyBaseLogger, line: LoggedCall): void {
  log.info(line)
}

export function logFailure(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error }, 'a call failed')
}
