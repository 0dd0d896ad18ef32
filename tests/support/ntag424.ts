import { createCipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { aesCmac } from '#server/tag-proof/read-proof'
import type { TagKeyPair, TagKeys } from '#server/tag-proof/tag-keys'

const key = (hex: string): KeyObject => createSecretKey(Buffer.from(hex, 'hex'))

/** The keys in hexadecimal, as in the file of `TAG_KEYS`. */
export const HEX_KEYS = {
  meta: '00112233445566778899aabbccddeeff',
  file: 'ffeeddccbbaa99887766554433221100',
} as const
export const PAIR: TagKeyPair = { meta: key(HEX_KEYS.meta), file: key(HEX_KEYS.file) }
export const ANY_TAG_KEYS: TagKeys = () => PAIR

/** The proof that a chip writes into its address at its touch number `counter`. */
export function touch(
  uid: string,
  counter: number,
  { meta, file } = PAIR,
): { picc: string; cmac: string } {
  const identity = Buffer.concat([
    Buffer.from(uid, 'hex'),
    Buffer.of(counter & 0xff, (counter >> 8) & 0xff, counter >> 16),
  ])
  const cipher = createCipheriv('aes-128-cbc', meta, Buffer.alloc(16)).setAutoPadding(false)
  const picc = cipher
    .update(Buffer.concat([Buffer.of(0xc7), identity, Buffer.from('5a5b5c5d5e', 'hex')]))
    .toString('hex')
  const session = createSecretKey(
    aesCmac(file, Buffer.concat([Buffer.from('3cc300010080', 'hex'), identity])),
  )
  const mac = aesCmac(session, Buffer.alloc(0))
  return { picc, cmac: Buffer.from(mac.filter((_, index) => index % 2 === 1)).toString('hex') }
}

let chips = 0

/** The UID of a new chip, which no other test uses. */
export function newUid(): string {
  return `04${(++chips).toString(16).padStart(12, '0')}`.toUpperCase()
}
