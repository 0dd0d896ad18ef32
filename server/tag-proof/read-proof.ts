import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { parseTagProof } from '#contract/tag-proof'
import type { TagKeyPair } from './tag-keys'

const BLOCK = 16
const ZERO = Buffer.alloc(BLOCK)

/** AES-CBC with a zero IV, for whole blocks. */
function encrypt(key: KeyObject, blocks: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, ZERO).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

/** Doubles a block in GF(2^128), by which one subkey is derived from another (RFC 4493, 2.3). */
function doubled(block: Buffer): Buffer {
  const value = BigInt(`0x${block.toString('hex')}`)
  const reduced = BigInt.asUintN(128, value << 1n) ^ (value >> 127n === 0n ? 0n : 0x87n)
  return Buffer.from(reduced.toString(16).padStart(2 * BLOCK, '0'), 'hex')
}

/** AES-CMAC with a 128-bit key (RFC 4493), which node:crypto does not offer by itself. */
export function aesCmac(key: KeyObject, message: Buffer): Buffer {
  const isWhole = message.length > 0 && message.length % BLOCK === 0
  const subkey = doubled(encrypt(key, ZERO))
  const padded = isWhole
    ? Buffer.from(message)
    : Buffer.concat([message, Buffer.of(0x80), Buffer.alloc(BLOCK - 1 - (message.length % BLOCK))])
  const last = isWhole ? subkey : doubled(subkey)
  const from = padded.length - BLOCK
  for (const [index, byte] of last.entries())
    padded.writeUInt8(padded.readUInt8(from + index) ^ byte, from + index)
  return encrypt(key, padded).subarray(-BLOCK)
}

/** The facts proven by a tag's address: which chip was touched, and its touch count. */
interface Touch {
  /** 14 hex digits, upper case. */
  readonly uid: string
  /** The chip's touch counter; 24 bits. */
  readonly counter: number
}

/** The fields of a scan, as received. */
export interface SentProof {
  readonly picc?: string | undefined
  readonly cmac?: string | undefined
}

/** Marks PICC data that contain a UID of 7 bytes and the counter. */
const PICC_DATA_TAG = 0xc7
const UID_ENDS = 8
const COUNTER_ENDS = UID_ENDS + 3
const SESSION_MAC_PREFIX = Buffer.from('3cc300010080', 'hex')

function decrypt({ meta }: TagKeyPair, picc: string): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', meta, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(picc, 'hex'), decipher.final()])
}

/**
 * Computes the CMAC that the chip writes for this UID and counter; over empty input, because no
 * file data is mirrored.
 */
function macOf({ file }: TagKeyPair, uidAndCounter: Buffer): Buffer {
  const session = createSecretKey(aesCmac(file, Buffer.concat([SESSION_MAC_PREFIX, uidAndCounter])))
  return aesCmac(session, Buffer.alloc(0)).filter((_, index) => index % 2 === 1) as Buffer
}

/**
 * Verifies the proof of an NTAG 424 DNA (NXP AN12196, Secure Unique NFC). Returns the touch that it
 * proves; null if it is not valid.
 */
export function readProof(keys: TagKeyPair, sent: SentProof): Touch | null {
  const proof = parseTagProof(sent.picc, sent.cmac)
  if (proof === null) return null
  const data = decrypt(keys, proof.picc)
  if (data[0] !== PICC_DATA_TAG) return null
  if (!timingSafeEqual(macOf(keys, data.subarray(1, COUNTER_ENDS)), Buffer.from(proof.cmac, 'hex')))
    return null
  return {
    uid: data.toString('hex', 1, UID_ENDS).toUpperCase(),
    counter: data.readUIntLE(UID_ENDS, COUNTER_ENDS - UID_ENDS),
  }
}
