import type { FastifyReply } from 'fastify'
import { type Code, TRANSPORT_STATUS } from '#contract/codes'
import { isUnavailable } from '../db/unavailable'
import { PreparedOutput } from '../readings/prepared'
import { Refusal, TransportRefusal } from '../refusal'

const HTTP_OK = 200
const RETRY_AFTER_UNAVAILABLE_S = 1

/** An answer of the API before it is written. */
export interface Answer {
  readonly status: number
  readonly code: Code | 'OK'
  /** Names and values in turn, besides those that every answer has. */
  readonly headers: readonly string[]
  /** One text, or what was prepared with what is around it. */
  readonly body: string | readonly Buffer[]
}

const END = Buffer.from('}')

/** Only the time and what the handler adds to it are made anew for each answer. */
function around({ text, bulk }: PreparedOutput, server_time: string): Answer['body'] {
  const head = `{"status":"OK","server_time":"${server_time}",${text}`
  return bulk === null ? `${head}}` : [Buffer.from(head), bulk, END]
}

export function okAnswer(output: object | PreparedOutput, now: number): Answer {
  const server_time = new Date(now).toISOString()
  const body =
    output instanceof PreparedOutput ? around(output, server_time) : JSON.stringify({ status: 'OK', ...output, server_time })
  return { status: HTTP_OK, code: 'OK', headers: [], body }
}

export function koAnswer(refusal: Refusal | TransportRefusal, now: number): Answer {
  const { code, message } = refusal
  const ko = { status: 'KO', message, code, server_time: new Date(now).toISOString() }
  if (refusal instanceof Refusal) {
    return { status: HTTP_OK, code, headers: [], body: JSON.stringify({ ...refusal.details, ...ko }) }
  }
  const headers = refusal.retryAfterSeconds === null ? [] : ['retry-after', String(refusal.retryAfterSeconds)]
  return { status: TRANSPORT_STATUS[refusal.code], code, headers, body: JSON.stringify(ko) }
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
    default:
      return new TransportRefusal('INTERNAL')
  }
}

/** Answers with a KO what is no call of the API: a path, a method or a file that there is not. */
export function sendKo(reply: FastifyReply, refusal: Refusal | TransportRefusal, now: number): FastifyReply {
  const { status, body } = koAnswer(refusal, now)
  // Not even a missing file stays missing: it may be there after the next build.
  void reply.code(status).header('cache-control', 'no-store')
  return reply.type('application/json; charset=utf-8').send(body)
}
