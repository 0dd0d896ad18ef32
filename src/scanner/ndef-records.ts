import { parseAddress, parseScanned, type Refused, type ScanTarget } from './scan-target'
import type { NdefRecord } from './web-nfc'

/** A text on a tag; `isAddress` is true for records that hold a URL. */
interface Candidate {
  readonly text: string
  readonly isAddress: boolean
}

/** Maximum nesting of smart posters, so that a malformed tag can't hang the reader. */
const DEEPEST = 2

function startsWith(data: DataView, first: number, second: number): boolean {
  return data.byteLength >= 2 && data.getUint8(0) === first && data.getUint8(1) === second
}

/**
 * NDEF's UTF-16 is big-endian unless a byte order mark says otherwise. Some writers ignore that, so little-endian is tried
 * second.
 */
function textsIn(data: DataView, encoding: string): string[] {
  const decode = (label: string) => new TextDecoder(label).decode(data)
  if (!encoding.startsWith('utf-16')) return [decode('utf-8')]
  if (startsWith(data, 0xff, 0xfe)) return [decode('utf-16le')]
  if (startsWith(data, 0xfe, 0xff)) return [decode('utf-16be')]
  return encoding === 'utf-16le' ? [decode('utf-16le'), decode('utf-16be')] : [decode('utf-16be'), decode('utf-16le')]
}

function recordsInside(record: NdefRecord): readonly NdefRecord[] {
  try {
    return record.toRecords?.() ?? []
  } catch {
    return []
  }
}

function candidatesIn(record: NdefRecord, depth: number): Candidate[] {
  const { data } = record
  switch (record.recordType) {
    case 'url':
    case 'absolute-url':
      return data == null ? [] : [{ text: new TextDecoder().decode(data), isAddress: true }]
    case 'text':
      return data == null
        ? []
        : textsIn(data, record.encoding?.toLowerCase() ?? 'utf-8').map((text) => ({ text, isAddress: false }))
    case 'smart-poster':
      // Text records inside a smart poster are titles.
      return depth >= DEEPEST
        ? []
        : recordsInside(record)
            .flatMap((inner) => candidatesIn(inner, depth + 1))
            .filter(({ isAddress }) => isAddress)
    default:
      return []
  }
}

/** The first of the site's addresses on a tag; without any address, a tag id in a text record. */
export function targetOfRecords(records: readonly NdefRecord[], origins: readonly string[]): ScanTarget {
  if (records.every(({ recordType }) => recordType === 'empty')) return { is: 'refused', reason: 'empty' }
  const candidates = records.flatMap((record) => candidatesIn(record, 0))
  // A text next to an address describes it; without an address the text may be the id.
  const describes = candidates.some(({ isAddress }) => isAddress)
  const targets = candidates.map(({ text, isAddress }) =>
    isAddress || describes ? parseAddress(text, origins) : parseScanned(text, origins),
  )
  const refusals = targets.filter((target): target is Refused => target.is === 'refused')
  return (
    targets.find(({ is }) => is !== 'refused') ??
    refusals.find(({ reason }) => reason === 'unreadable') ??
    refusals.find(({ reason }) => reason === 'page') ??
    refusals.find(({ reason }) => reason === 'foreign') ??
    (candidates.length > 0 ? { is: 'refused', reason: 'empty' } : { is: 'refused', reason: 'foreign' })
  )
}
