import type { FastifyReply } from 'fastify'
import { TRANSPORT_STATUS } from '#contract/codes'
import { isUnavailable } from '../db/unavailable'
import { Refusal, TransportRefusal } from '../refusal'

const RETRY_AFTER_UNAVAILABLE_S = 1

export function sendOk(reply: FastifyReply, output: object, now: number): FastifyReply {
  return reply.send({ status: 'OK', ...output, server_time: new Date(now).toISOString() })
}

/** What an error is called on the wire. Whatever is not ours to explain is INTERNAL, and no detail leaks. */
export function asRefusal(error: unknown): Refusal | TransportRefusal {
  if (error instanceof Refusal || error instanceof TransportRefusal) return error
  if (isUnavailable(error)) return new TransportRefusal('UNAVAILABLE', RETRY_AFTER_UNAVAILABLE_S)
  switch (error instanceof Error && 'statusCode' in error ? error.statusCode : undefined) {
    case 400:
      return new TransportRefusal('MALFORMED')
    // An address that the files' server will not even look up, such as //x.
    case 403:
    case 404:
      return new TransportRefusal('NOT_FOUND')
    case 413:
      return new TransportRefusal('TOO_LARGE')
    case 415:
      return new TransportRefusal('UNSUPPORTED_TYPE')
    default:
      return new TransportRefusal('INTERNAL')
  }
}

export function sendKo(reply: FastifyReply, refusal: Refusal | TransportRefusal, now: number): FastifyReply {
  // Not even a missing file stays missing: it may be there after the next build.
  void reply.header('cache-control', 'no-store')
  const body = { status: 'KO', message: refusal.message, code: refusal.code, server_time: new Date(now).toISOString() }
  if (refusal instanceof Refusal) return reply.code(200).send({ ...refusal.details, ...body })
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(TRANSPORT_STATUS[refusal.code]).send(body)
}
