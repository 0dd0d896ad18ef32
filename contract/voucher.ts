import * as v from 'valibot'
import { plainText } from '#rules/text'
import * as field from './fields'

// A team's copy of an award: `<payload>.<signature>`, both base64url without padding. The payload
// is a JSON list; the signature covers exactly the payload's characters. Page, worker and server
// all create and read vouchers with this module.

const POINT_BYTES = 65
/**
 * First byte of an uncompressed point. Platforms also read other encodings, but each key must have
 * a single spelling.
 */
const UNCOMPRESSED = 4
const SIGNATURE_BYTES = 64
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The platform's key type, which browsers and Node name differently. */
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>
export interface KeyPair {
  readonly privateKey: Key
  readonly publicKey: Key
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
/** Compares after a round trip, because `Date` accepts 30 February as 2 March. */
const isRealTime = (text: string) => {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)
}
const madeAt = v.pipe(v.string(), v.regex(UTC), v.check(isRealTime))

/**
 * An id, which must be in its plain spelling already: normalising another spelling would accept
 * text that was not signed. Only the UUID may be normalised, because it means the same in any
 * spelling.
 */
const id = v.pipe(
  v.string(),
  v.check((text) => text === plainText(text)),
  field.id,
)
const payloadSchema = v.strictTuple([v.literal(1), id, field.uuid, id, id, id, madeAt])

export interface VoucherContent {
  /** Assigned by the server when the device registered its key. */
  readonly deviceId: string
  readonly awardId: string
  readonly vendorId: string
  readonly teamId: string
  readonly pointType: string
  /** The device's estimate of the server's time (ms). */
  readonly madeAt: number
}

/** A parsed voucher. Its signature is still unchecked (`isSigned`). */
export interface ParsedVoucher extends VoucherContent {
  readonly payload: string
  readonly signature: Uint8Array<ArrayBuffer>
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Decodes base64url; null unless it is the canonical spelling. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(
      atob(text.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    )
    return toBase64Url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return null
  }
}

/** Reads a voucher; null for any other text. */
export function parseVoucher(text: string): ParsedVoucher | null {
  if (text.length > field.VOUCHER_MAX) return null
  const [payload = '', signed = '', ...more] = text.split('.')
  const [content, signature] = [fromBase64Url(payload), fromBase64Url(signed)]
  if (more.length > 0 || content === null || signature?.length !== SIGNATURE_BYTES) return null
  const parsed = v.safeParse(payloadSchema, parseJson(content))
  if (!parsed.success) return null
  const [, deviceId, awardId, vendorId, teamId, pointType, made] = parsed.output
  return {
    deviceId,
    awardId,
    vendorId,
    teamId,
    pointType,
    madeAt: Date.parse(made),
    payload,
    signature,
  }
}

const characters = (payload: string) => new TextEncoder().encode(payload)

/** Makes a voucher with the private key of its device. */
export async function signVoucher(key: Key, content: VoucherContent): Promise<string> {
  const { deviceId, awardId, vendorId, teamId, pointType } = content
  const time = new Date(content.madeAt).toISOString()
  const payload = toBase64Url(
    characters(JSON.stringify([1, deviceId, awardId, vendorId, teamId, pointType, time])),
  )
  const signature = await crypto.subtle.sign(SIGNING, key, characters(payload))
  return `${payload}.${toBase64Url(new Uint8Array(signature))}`
}

/** True if the private half of this key signed the voucher. */
export async function isSigned(
  { payload, signature }: ParsedVoucher,
  publicKey: Key,
): Promise<boolean> {
  return await crypto.subtle.verify(SIGNING, publicKey, signature, characters(payload))
}

/** A key for signing; its private half never leaves the device. */
export async function makeSigningKey(): Promise<KeyPair> {
  return await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
}

/** Exports the public key for registration, as an uncompressed point. */
export async function exportPublicKey({ publicKey }: Pick<KeyPair, 'publicKey'>): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
}

/** Reads a registered key; null for anything but an uncompressed point of the curve. */
export async function importPublicKey(text: string): Promise<Key | null> {
  const point = fromBase64Url(text)
  if (point?.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return null
  return await crypto.subtle.importKey('raw', point, CURVE, false, ['verify']).catch(() => null)
}
