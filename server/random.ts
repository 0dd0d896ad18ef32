import { hash, randomBytes, randomInt } from 'node:crypto'

/** Crockford's alphabet in lower case: nothing to confuse when read aloud, and half the QR code's bits of base64. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_CHARACTER = 5

/** An opaque id of at least `bits` random bits. */
export function randomId(bits = 80): string {
  const length = Math.ceil(bits / BITS_PER_CHARACTER)
  let id = ''
  for (const byte of randomBytes(length)) id += ALPHABET.charAt(byte % ALPHABET.length)
  return id
}

/** A secret of 130 random bits, made of characters that survive an SMS and an address. */
export function randomToken(): string {
  return randomId(130)
}

/** Six decimal digits. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is kept of a secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
