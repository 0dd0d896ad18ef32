import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Negotiator } from '@fastify/accept-negotiator'
import { type Code, TRANSPORT_STATUS } from '#contract/codes'
import { SMS_NOT_SENT } from '#texts/errors'
import { isUnavailable, Overloaded } from '../db/unavailable'
import { isoTime } from '../iso-time'
import { PreparedOutput } from '../readings/prepared'
import { Refusal, TransportRefusal } from '../refusal'
import { SmsNotSent } from '../sms/sms'

export const JSON_TYPE = 'application/json; charset=utf-8'

const HTTP_OK = 200
const RETRY_AFTER_UNAVAILABLE_S = 1

/** A response of the API before it is written. */
export interface Answer {
  readonly status: number
  readonly code: Code | 'OK'
  /** Alternating names and values of headers, besides those of every response. */
  readonly headers: readonly string[]
  readonly text: string
  /** The rest of the body, in parts that many are sent; null if there is none. */
  readonly bulk: readonly Buffer[] | null
}

export function okAnswer(output: object | PreparedOutput, now: number): Answer {
  const server_time = isoTime(now)
  const ok = { status: HTTP_OK, code: 'OK', headers: [] } as const
  if (output instanceof PreparedOutput) {
    return { ...ok, text: `{"status":"OK","server_time":"${server_time}",${output.head}`, bulk: output.parts }
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
  if (error instanceof Overloaded && error.by === 'sender')
    return new TransportRefusal('TOO_MANY_REQUESTS', RETRY_AFTER_UNAVAILABLE_S)
  if (isUnavailable(error)) return new TransportRefusal('UNAVAILABLE', RETRY_AFTER_UNAVAILABLE_S)
  if (error instanceof SmsNotSent) return new TransportRefusal('UNAVAILABLE', error.retryAfterSeconds, SMS_NOT_SENT)
  return new TransportRefusal('INTERNAL')
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The client's preferred encoding; among equals the smallest. The library compares names case-sensitively. */
export function chooseEncoding(acceptEncoding = '', available: readonly Encoding[] = ENCODINGS): Encoding {
  return new Negotiator({ supportedValues: [...available] }).negotiate(acceptEncoding.toLowerCase()) ?? 'identity'
}

/** Sends a whole body, and its length also to HEAD, for which Node leaves it out. */
export function sendBody(response: ServerResponse, status: number, headers: readonly string[], body: string | Buffer): void {
  response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))]).end(body)
}

/** Responds with a KO to what is no call. By default nobody keeps it, because a missing file may exist after the next build. */
export function sendKo(
  response: ServerResponse,
  refusal: Refusal | TransportRefusal,
  now: number,
  cacheControl = 'no-store',
): void {
  const { status, text, headers } = koAnswer(refusal, now)
  sendBody(response, status, [...headers, 'cache-control', cacheControl, 'content-type', JSON_TYPE], text)
}

/** Responds to what is not HTTP, and disconnects. */
export function answerUnreadable(now: () => number) {
  return (_error: Error, socket: Socket): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const { text } = koAnswer(new TransportRefusal('MALFORMED'), now())
    const head = [
      'HTTP/1.1 400 Bad Request',
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
}
