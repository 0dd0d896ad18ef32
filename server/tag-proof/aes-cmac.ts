import { createCipheriv, type KeyObject } from 'node:crypto'

const BLOCK = 16
const ZERO = Buffer.alloc(BLOCK)

/** CBC with a zero IV, of whole blocks. */
function encrypt(key: KeyObject, blocks: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, ZERO).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

/** Doubles in GF(2^128), which makes one subkey of another (RFC 4493, 2.3). */
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
  for (const [index, byte] of last.entries()) padded.writeUInt8(padded.readUInt8(from + index) ^ byte, from + index)
  return encrypt(key, padded).subarray(-BLOCK)
}
