import type { NdefRecord } from '../../src/scanner/web-nfc'

/** NFC Forum URI record: the first byte abbreviates the prefix of the URL. */
const URI_PREFIXES = ['', 'http://www.', 'https://www.', 'http://', 'https://', 'tel:', 'mailto:']

const TYPE_NAMES = { empty: 0, wellKnown: 1, media: 2, absoluteUri: 3, external: 4, unknown: 5 } as const
const ascii = (text: string) => [...Buffer.from(text, 'ascii')]
const view = (bytes: readonly number[]) => new DataView(new Uint8Array(bytes).buffer)

type Bytes = readonly number[]
interface Written {
  readonly typeName: keyof typeof TYPE_NAMES
  readonly type: string
  readonly payload: Bytes
}

export const uri = (prefix: number, rest: string): Written => ({
  typeName: 'wellKnown',
  type: 'U',
  payload: [prefix, ...Buffer.from(rest, 'utf8')],
})
export const text = (value: Bytes | string, { lang = 'hr', utf16 = false } = {}): Written => ({
  typeName: 'wellKnown',
  type: 'T',
  payload: [
    lang.length | (utf16 ? 0x80 : 0),
    ...ascii(lang),
    ...(typeof value === 'string' ? Buffer.from(value, 'utf8') : value),
  ],
})
export const smartPoster = (...inner: readonly Written[]): Written => ({
  typeName: 'wellKnown',
  type: 'Sp',
  payload: message(inner),
})
export const absoluteUri = (address: string): Written => ({ typeName: 'absoluteUri', type: address, payload: [] })
export const external = (type: string, payload: string): Written => ({ typeName: 'external', type, payload: ascii(payload) })
export const media = (type: string, payload: string): Written => ({ typeName: 'media', type, payload: ascii(payload) })
export const empty: Written = { typeName: 'empty', type: '', payload: [] }
export const unknown: Written = { typeName: 'unknown', type: '', payload: [1, 2, 3] }

/** Encodes an NDEF message as on a tag, with short records if the payload allows it. */
export function message(records: readonly Written[]): number[] {
  return records.flatMap(({ typeName, type, payload }, at) => {
    const short = payload.length < 256
    const flags = (at === 0 ? 0x80 : 0) | (at === records.length - 1 ? 0x40 : 0) | (short ? 0x10 : 0) | TYPE_NAMES[typeName]
    const length = short ? [payload.length] : [0, 0, payload.length >> 8, payload.length & 0xff]
    return [flags, type.length, ...length, ...ascii(type), ...payload]
  })
}

function wellKnownRecord(type: string, payload: Bytes): NdefRecord {
  const [first = 0, ...rest] = payload
  switch (type) {
    case 'U':
      return { recordType: 'url', data: view([...ascii(URI_PREFIXES[first] ?? ''), ...rest]) }
    case 'T': {
      const langLength = first & 0x3f
      return {
        recordType: 'text',
        lang: Buffer.from(rest.slice(0, langLength)).toString('ascii'),
        encoding: (first & 0x80) === 0 ? 'utf-8' : 'utf-16',
        data: view(rest.slice(langLength)),
      }
    }
    case 'Sp':
      return { recordType: 'smart-poster', data: view(payload), toRecords: () => recordsOf(payload) }
    default:
      return { recordType: `:${type}`, data: view(payload) }
  }
}

/** Parses a message's bytes like a browser, by the steps of "Parsing content" in the Web NFC specification. */
export function recordsOf(bytes: Bytes): NdefRecord[] {
  const records: NdefRecord[] = []
  let at = 0
  while (at < bytes.length) {
    const flags = bytes[at] ?? 0
    const typeLength = bytes[at + 1] ?? 0
    const short = (flags & 0x10) !== 0
    const payloadLength = short ? (bytes[at + 2] ?? 0) : view(bytes.slice(at + 2, at + 6)).getUint32(0)
    const typeAt = at + (short ? 3 : 6)
    const type = Buffer.from(bytes.slice(typeAt, typeAt + typeLength)).toString('ascii')
    const payload = bytes.slice(typeAt + typeLength, typeAt + typeLength + payloadLength)
    at = typeAt + typeLength + payloadLength
    switch (flags & 0x07) {
      case TYPE_NAMES.empty:
        records.push({ recordType: 'empty', data: null })
        break
      case TYPE_NAMES.wellKnown:
        records.push(wellKnownRecord(type, payload))
        break
      case TYPE_NAMES.media:
        records.push({ recordType: 'mime', mediaType: type, data: view(payload) })
        break
      case TYPE_NAMES.absoluteUri:
        records.push({ recordType: 'absolute-url', data: view(ascii(type)) })
        break
      case TYPE_NAMES.external:
        records.push({ recordType: type, data: view(payload) })
        break
      default:
        records.push({ recordType: 'unknown', data: view(payload) })
    }
  }
  return records
}
