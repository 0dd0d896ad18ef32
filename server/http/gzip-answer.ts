import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gzip } from 'node:zlib'
import { type Answer, chooseEncoding } from './answers'

/** Smaller answers are sent as they are: compressing would cost more time than the packet or two that it saves. */
export const GZIP_FROM_BYTES = 2_048
/** A middle level: each change of the ranking is compressed, by a server that also records awards. */
const LEVEL = 4
/** The most that a block of uncompressed data can hold (RFC 1951, 3.2.4). */
const STORED_MAX_BYTES = 0xffff
/** RFC 1952, 2.3: deflate, no flags, no time, no particular system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block (RFC 1951, 3.2.6). */
const END = Buffer.from([3, 0])

const [deflateAsync, gzipAsync] = [promisify(deflateRaw), promisify(gzip)]

/** What many answers share is compressed once: two thousand phones may ask for the same ranking. */
const deflated = new WeakMap<Buffer, Promise<Buffer>>()

/** Blocks of deflate that others follow. */
function deflate(part: Buffer): Promise<Buffer> {
  const known = deflated.get(part)
  if (known !== undefined) return known
  const compressed = deflateAsync(part, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
  deflated.set(part, compressed)
  return compressed
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** An uncompressed block of deflate that others follow. */
function stored(data: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(data.length, 1)
  head.writeUInt16LE(~data.length & 0xffff, 3)
  return Buffer.concat([head, data])
}

function trailer(parts: readonly Buffer[]): Buffer {
  const end = Buffer.alloc(8)
  // Given a null pointer, which an empty buffer may have, zlib's crc32 forgets the value it is passed (zlib.h, crc32).
  end.writeUInt32LE(parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0))
  end.writeUInt32LE(lengthOf(parts) % 2 ** 32, 4)
  return end
}

/** An answer's body as gzip, in parts; null if it is sent as it is: too small, or the client does not accept gzip. */
export async function gzipAnswer({ text, bulk }: Answer, acceptEncoding?: string): Promise<readonly Buffer[] | null> {
  if (text.length + lengthOf(bulk ?? []) < GZIP_FROM_BYTES) return null
  if (chooseEncoding(acceptEncoding, ['gzip', 'identity']) !== 'gzip') return null
  const own = Buffer.from(text)
  if (bulk === null) return [await gzipAsync(own, { level: LEVEL })]
  if (own.length > STORED_MAX_BYTES) return null
  return [HEADER, stored(own), ...(await Promise.all(bulk.map(deflate))), END, trailer([own, ...bulk])]
}
