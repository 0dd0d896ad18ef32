import type { FastifyReply } from 'fastify'
import { type Code, TRANSPORT_STATUS } from '#contract/codes'
import { SMS_NOT_SENT } from '#texts/errors'
import { isUnavailable } from '../db/unavailable'
import { isoTime } from '../iso-time'
import { PreparedOutput } from '../readings/prepared'
import { Refusal, TransportRefusal } from '../refusal'
import { SmsNotSent } from '../sms/sms'

const HTTP_OK = 200
const RETRY_AFTER_UNAVAILABLE_S = 1

/** A response of the API before it is written. */
export interface Answer {
  readonly status: number
  readonly code: Code | 'OK'
  /** Alternating names and values of headers, besides those of every response. */
  readonly headers: readonly string[]
  readonly text: string
  /** The rest of the body, which many are sent; null if there is none. */
  readonly bulk: Buffer | null
}

export function okAnswer(output: object | PreparedOutput, now: number): Answer {
  const server_time = isoTime(now)
  const ok = { status: HTTP_OK, code: 'OK', headers: [] } as const
  if (output instanceof PreparedOutput) {
    return { ...ok, text: `{"status":"OK","server_time":"${server_time}",`, bulk: output.bytes }
  }
  return { ...ok, text: JSON.stringify({ status: 'OK', ...output, server_time }), bulk: null }
}

export function koAnswer(refusal: Refusal | TransportRefusal, now: number): Answer {
  const { code, message } = refusal
  const ko = { status: 'KO', message, code, server_time: isoTime(now) }
  if (refusal instanceof Refusal) {
    return { status: HTTP_OK, code, headers: [], text: JSON.stringify({ ...refusal.details, ...ko }), bulk: null }
  }
  const headers = refusal.retryAfterSeconds === null ? [] : ['retry-after', String(refusal.retryAfterSeconds)]
  return { status: TRANSPORT_STATUS[refusal.code], code, headers, text: JSON.stringify(ko), bulk: null }
}

/** Converts an error to its code. Unexpected errors become INTERNAL, without details. */
export function asRefusal(error: unknown): Refusal | TransportRefusal {
  if (error instanceof Refusal || error instanceof TransportRefusal) return error
  if (isUnavailable(error)) return new TransportRefusal('UNAVAILABLE', RETRY_AFTER_UNAVAILABLE_S)
  if (error instanceof SmsNotSent) return new TransportRefusal('UNAVAILABLE', error.retryAfterSeconds, SMS_NOT_SENT)
  switch (error instanceof Error && 'statusCode' in error ? error.statusCode : undefined) {
    case 400:
      return new TransportRefusal('MALFORMED')
    // A path that the file server refuses to look up, such as //x.
    case 403:
    case 404:
      return new TransportRefusal('NOT_FOUND')
    default:
      return new TransportRefusal('INTERNAL')
  }
}

/** Responds with a KO to requests that are not calls of the API: an unknown path, method or file. */
export function sendKo(reply: FastifyReply, refusal: Refusal | TransportRefusal, now: number): FastifyReply {
  const { status, text, headers } = koAnswer(refusal, now)
  const [name, value] = headers
  if (name !== undefined) void reply.header(name, value)
  // Not cached, because a missing file may exist after the next build.
  void reply.code(status).header('cache-control', 'no-store')
  return reply.type('application/json; charset=utf-8').send(text)
}
