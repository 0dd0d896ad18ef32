import { createDecipheriv, createSecretKey, timingSafeEqual } from 'node:crypto'
import { parseTagProof } from '#contract/tag-proof'
import { aesCmac } from './aes-cmac'
import type { TagKeyPair } from './tag-keys'

/** What a tag's address proves: which chip was touched, and for which time. */
export interface Touch {
  /** 14 hex digits, upper case. */
  readonly uid: string
  /** How often the chip had been touched; 24 bits. */
  readonly counter: number
}

/** The fields of a scan, as they came. */
export interface SentProof {
  readonly picc?: string | undefined
  readonly cmac?: string | undefined
}

/** The PICC data mirror a UID of 7 bytes and the counter. */
const PICC_DATA_TAG = 0xc7
const UID_ENDS = 8
const COUNTER_ENDS = UID_ENDS + 3
const SESSION_MAC_PREFIX = Buffer.from('3cc300010080', 'hex')

function decrypt({ meta }: TagKeyPair, picc: string): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', meta, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(picc, 'hex'), decipher.final()])
}

/** The CMAC that the chip writes for this UID and counter; of an empty input, because no file data is mirrored. */
function macOf({ file }: TagKeyPair, uidAndCounter: Buffer): Buffer {
  const session = createSecretKey(aesCmac(file, Buffer.concat([SESSION_MAC_PREFIX, uidAndCounter])))
  return aesCmac(session, Buffer.alloc(0)).filter((_, index) => index % 2 === 1) as Buffer
}

/** Reads the proof of an NTAG 424 DNA (NXP AN12196, Secure Unique NFC); null if it does not hold. */
export function readProof(keys: TagKeyPair, sent: SentProof): Touch | null {
  const proof = parseTagProof(sent.picc, sent.cmac)
  if (proof === null) return null
  const data = decrypt(keys, proof.picc)
  if (data[0] !== PICC_DATA_TAG) return null
  if (!timingSafeEqual(macOf(keys, data.subarray(1, COUNTER_ENDS)), Buffer.from(proof.cmac, 'hex'))) return null
  return {
    uid: data.toString('hex', 1, UID_ENDS).toUpperCase(),
    counter: data.readUIntLE(UID_ENDS, COUNTER_ENDS - UID_ENDS),
  }
}
