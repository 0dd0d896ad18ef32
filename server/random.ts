import { hash, randomBytes, randomInt } from 'node:crypto'

/**
 * Crockford's alphabet in lower case: unambiguous when read aloud, and base32 needs fewer bits in a
 * QR code than base64.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_CHARACTER = 5

/** Creates an opaque id of at least `bits` random bits. */
export function randomId(bits = 80): string {
  const length = Math.ceil(bits / BITS_PER_CHARACTER)
  let id = ''
  for (const byte of randomBytes(length)) id += ALPHABET.charAt(byte % ALPHABET.length)
  return id
}

/** Creates a secret of 130 random bits, in characters that survive an SMS and a URL. */
export function randomToken(): string {
  return randomId(130)
}

/** Six decimal digits. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Hashes a secret for storage. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
