import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRANSPORT_STATUS } from '#contract/codes'
import { SMS_NOT_SENT, SMS_NOT_TAKEN } from '#texts/errors'
import { isUnavailable, Overloaded } from '../db/errors'
import { PreparedOutput } from '../readings/prepared'
import { Refusal, TransportRefusal } from '../refusal'
import { SmsNotSent } from '../sms/sms'
import { isoTime } from '../time'

const JSON_TYPE = 'application/json; charset=utf-8'

const HTTP_OK = 200
const RETRY_AFTER_UNAVAILABLE_S = 1

/** The JSON of an answer, in two pieces. */
interface AnswerText {
  readonly text: string
  /** The rest of the body, in parts shared by many answers. */
  readonly shared: readonly Buffer[]
}

/** Serialises an OK answer. */
export function okText(output: object | PreparedOutput, now: number): AnswerText {
  const server_time = isoTime(now)
  if (output instanceof PreparedOutput) {
    return {
      text: `{"status":"OK","server_time":"${server_time}",${output.head}`,
      shared: output.parts,
    }
  }
  return { text: JSON.stringify({ status: 'OK', ...output, server_time }), shared: [] }
}

function koText(refusal: Refusal | TransportRefusal, now: number): string {
  const { code, message } = refusal
  const details = refusal instanceof Refusal ? refusal.details : {}
  return JSON.stringify({ ...details, status: 'KO', message, code, server_time: isoTime(now) })
}

export const statusOf = (refusal: Refusal | TransportRefusal): number =>
  refusal instanceof Refusal ? HTTP_OK : TRANSPORT_STATUS[refusal.code]

/** Converts an error of Fastify itself to a refusal; null for other errors. */
function asFastifyRefusal(error: unknown): TransportRefusal | null {
  if (
    !(error instanceof Error) ||
    !('code' in error) ||
    !String(error.code).startsWith('FST_ERR_CTP_')
  )
    return null
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new TransportRefusal('TOO_LARGE')
  return new TransportRefusal(
    error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 'UNSUPPORTED_TYPE' : 'MALFORMED',
  )
}

/** Converts an error to a refusal. An unexpected error becomes INTERNAL, without details. */
export function asRefusal(error: unknown): Refusal | TransportRefusal {
  if (error instanceof Refusal || error instanceof TransportRefusal) return error
  if (error instanceof Overloaded && error.by === 'sender')
    return new TransportRefusal('TOO_MANY_REQUESTS', RETRY_AFTER_UNAVAILABLE_S)
  if (isUnavailable(error)) return new TransportRefusal('UNAVAILABLE', RETRY_AFTER_UNAVAILABLE_S)
  if (error instanceof SmsNotSent) {
    // Until more numbers are refused, the text blames neither the number nor the provider.
    const text = error.failure === 'refused' ? SMS_NOT_TAKEN : SMS_NOT_SENT
    return new TransportRefusal('UNAVAILABLE', error.retryAfterSeconds, text)
  }
  return asFastifyRefusal(error) ?? new TransportRefusal('INTERNAL')
}

/** Sends a KO. It is not cached, because a missing file may exist after the next build. */
export function sendKo(
  reply: FastifyReply,
  refusal: Refusal | TransportRefusal,
  now: number,
): FastifyReply {
  const retryAfter = refusal instanceof TransportRefusal ? refusal.retryAfterSeconds : null
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  return sendJson(reply.code(statusOf(refusal)), koText(refusal, now))
}

const ofJson = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)

export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  ofJson(reply).send(text)

/** Returns the raw response with the reply's headers, for bodies that Fastify cannot send. */
export function hijack(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  return raw
}

/** Sends an answer, compressed if worthwhile and accepted by the client. */
export async function sendOk(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  answer: AnswerText,
): Promise<FastifyReply> {
  const gzipped = await gzipAnswer(answer, headers['accept-encoding'])
  if (gzipped === null && answer.shared.length === 0) return sendJson(reply, answer.text)
  const parts = gzipped ?? [Buffer.from(answer.text), ...answer.shared]
  if (gzipped !== null) reply.header('content-encoding', 'gzip')
  // Bypass Fastify, which takes only one buffer: copying the shared parts into one took four fifths
  // of the time of a call for the team list.
  const raw = hijack(ofJson(reply).header('content-length', lengthOf(parts)))
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}

/** Answers requests that are not HTTP, and disconnects. */
export function answerUnreadable(now: () => number) {
  return (_error: Error, socket: Socket): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const text = koText(new TransportRefusal('MALFORMED'), now())
    const head = [
      'HTTP/1.1 400 Bad Request',
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * Returns the encoding that the client prefers; of those it likes equally, the one listed first in
 * `available`. Lower-cases names, because the library is case-sensitive.
 */
export function chooseEncoding(
  acceptEncoding = '',
  available: readonly Encoding[] = ENCODINGS,
): Encoding {
  return (
    new Negotiator({ supportedValues: [...available] }).negotiate(acceptEncoding.toLowerCase()) ??
    'identity'
  )
}

/**
 * Smaller answers are not compressed: compressing costs more time than the packet or two that it
 * saves.
 */
export const GZIP_FROM_BYTES = 2_048
/**
 * A medium level of compression, because the server compresses each change of the ranking while it
 * records awards.
 */
const LEVEL = 4
/** Maximum size of a stored block, which contains its data uncompressed (RFC 1951, 3.2.4). */
const STORED_MAX_BYTES = 0xffff
/** RFC 1952, 2.3: deflate, no flags, no time, no particular system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block (RFC 1951, 3.2.6). */
const EMPTY_BLOCK = Buffer.from([3, 0])

const [deflateAsync, gzipAsync] = [promisify(deflateRaw), promisify(gzip)]

/**
 * The compressed form of shared parts. Cached, because two thousand phones may request one ranking.
 */
const deflated = new WeakMap<Buffer, Promise<Buffer>>()

/** Compresses a part to deflate blocks after which others may follow. */
function deflate(part: Buffer): Promise<Buffer> {
  const known = deflated.get(part)
  if (known !== undefined) return known
  const compressed = deflateAsync(part, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
  deflated.set(part, compressed)
  return compressed
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** Builds a stored deflate block after which others may follow. */
function stored(data: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(data.length, 1)
  head.writeUInt16LE(~data.length & 0xffff, 3)
  return Buffer.concat([head, data])
}

/** Builds the end of a gzip file: checksum and length of the uncompressed data. */
function trailer(parts: readonly Buffer[]): Buffer {
  const end = Buffer.alloc(8)
  // Skip empty buffers: they may have a null pointer, for which zlib's crc32 resets the sum
  // (zlib.h, crc32).
  end.writeUInt32LE(parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0))
  end.writeUInt32LE(lengthOf(parts) % 2 ** 32, 4)
  return end
}

/**
 * Compresses a body to gzip, in parts. Returns null if it should be sent as it is: it is too small,
 * or the client does not accept gzip.
 */
export async function gzipAnswer(
  { text, shared }: AnswerText,
  acceptEncoding?: string,
): Promise<readonly Buffer[] | null> {
  if (text.length + lengthOf(shared) < GZIP_FROM_BYTES) return null
  if (chooseEncoding(acceptEncoding, ['gzip', 'identity']) !== 'gzip') return null
  const own = Buffer.from(text)
  if (shared.length === 0) return [await gzipAsync(own, { level: LEVEL })]
  if (own.length > STORED_MAX_BYTES) return null
  return [
    HEADER,
    stored(own),
    ...(await Promise.all(shared.map(deflate))),
    EMPTY_BLOCK,
    trailer([own, ...shared]),
  ]
}
