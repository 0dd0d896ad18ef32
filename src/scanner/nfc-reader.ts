import { parseAddress, parseScanned, type Refused, type ScanTarget } from './scan-target'
import { findWebNfc, type NdefReadingEvent, type NdefRecord, nfcPermission } from './web-nfc'

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

export type NfcState =
  /** Querying whether reading can start without a prompt. */
  | { readonly is: 'checking' }
  | { readonly is: 'unsupported' }
  /** The browser will show a permission prompt, which needs a tap. */
  | { readonly is: 'unasked' }
  | { readonly is: 'starting' }
  | { readonly is: 'refused' }
  | { readonly is: 'switched-off' }
  /** Starting failed for an unknown reason; a retry may succeed. */
  | { readonly is: 'failed' }
  | { readonly is: 'ready' }

export type NfcReading =
  | { readonly is: 'records'; readonly serialNumber: string; readonly records: readonly NdefRecord[] }
  /** The tag was removed too early, or holds no NDEF message. */
  | { readonly is: 'reading-error' }

export type NfcReader = ReturnType<typeof openNfcReader>

function stateAfter(error: unknown): NfcState | null {
  switch (error instanceof DOMException ? error.name : '') {
    case 'AbortError':
      return null
    case 'NotAllowedError':
      return { is: 'refused' }
    case 'NotSupportedError':
      return { is: 'unsupported' }
    case 'NotReadableError':
      return { is: 'switched-off' }
    default:
      return { is: 'failed' }
  }
}

/**
 * Reads tags while the scanner is open, with a single `NDEFReader`. Starts immediately if permission was already granted; if `eager`,
 * also while a tap allows to ask for it.
 * Stops while the page is hidden and restarts on return, which also picks up changes in the phone's settings.
 */
export function openNfcReader(onState: (state: NfcState) => void, onRead: (reading: NfcReading) => void, eager = false) {
  const WebNfc = findWebNfc()
  const reader = WebNfc === null ? null : new WebNfc()
  let scanning: AbortController | null = null
  let closed = false
  const tell = (state: NfcState) => {
    if (!closed) onState(state)
  }
  const hand = (reading: NfcReading) => {
    // Per the specification nothing is read while the page is hidden, but a reading already in progress may still arrive.
    if (!closed && document.visibilityState === 'visible') onRead(reading)
  }
  reader?.addEventListener('reading', (event) => {
    // The type of this event per the specification.
    const { serialNumber, message } = event as NdefReadingEvent
    hand({ is: 'records', serialNumber, records: message.records })
  })
  reader?.addEventListener('readingerror', () => hand({ is: 'reading-error' }))

  function stop(): void {
    scanning?.abort()
    scanning = null
  }

  function start(): void {
    if (reader === null || closed || scanning !== null) return
    const own = new AbortController()
    scanning = own
    tell({ is: 'starting' })
    reader.scan({ signal: own.signal }).then(
      () => {
        if (scanning === own) tell({ is: 'ready' })
      },
      (error: unknown) => {
        if (scanning !== own) return
        scanning = null
        const state = stateAfter(error)
        if (state !== null) tell(state)
      },
    )
  }

  async function startIfAllowed(): Promise<void> {
    const state = await nfcPermission()
    if (closed || scanning !== null || document.visibilityState !== 'visible') return
    if (state === 'granted' || (eager && state === 'prompt' && navigator.userActivation.isActive)) start()
    else tell({ is: state === 'denied' ? 'refused' : 'unasked' })
  }

  function seenOrHidden(): void {
    if (document.visibilityState !== 'visible') stop()
    else if (!closed) void startIfAllowed()
  }

  if (reader === null) tell({ is: 'unsupported' })
  else {
    document.addEventListener('visibilitychange', seenOrHidden)
    tell({ is: 'checking' })
    void startIfAllowed()
  }

  return {
    /** Starts reading. May show a permission prompt, and must then be called from a tap. */
    start,
    /**
     * Stops reporting readings. The scan itself ends `lingerMs` later, or when the page is hidden: without an active scan
     * Android opens a tag that is still near the phone.
     */
    close(lingerMs = 0): void {
      if (closed) return
      closed = true
      const end = () => {
        document.removeEventListener('visibilitychange', seenOrHidden)
        stop()
      }
      if (lingerMs > 0 && scanning !== null) setTimeout(end, lingerMs)
      else end()
    },
  }
}
