import { parseAddress, parseScanned, type ScanTarget } from './scan-target'
import { findWebNfc, type NdefReadingEvent, type NdefRecord, nfcPermission } from './web-nfc'

/** Maximum nesting of smart posters, so that a malformed tag can't hang the reader. */
const DEEPEST = 2

const isAddress = ({ recordType }: NdefRecord) => recordType === 'url' || recordType === 'absolute-url'

function recordsInside(poster: NdefRecord): readonly NdefRecord[] {
  try {
    return poster.toRecords?.() ?? []
  } catch {
    return []
  }
}

/** The records that hold a text. Those inside a smart poster that are no address are its titles. */
function writtenIn(record: NdefRecord, depth = 0): readonly NdefRecord[] {
  if (record.recordType !== 'smart-poster') return isAddress(record) || record.recordType === 'text' ? [record] : []
  if (depth >= DEEPEST) return []
  return recordsInside(record)
    .flatMap((inner) => writtenIn(inner, depth + 1))
    .filter(isAddress)
}

/** What a record may say: NDEF's UTF-16 is big-endian, but not every writer's. */
function readingsOf({ data, encoding }: NdefRecord): readonly string[] {
  if (data == null) return []
  const labels = encoding?.toLowerCase().startsWith('utf-16') ? ['utf-16be', 'utf-16le'] : ['utf-8']
  return labels.map((label) => new TextDecoder(label).decode(data))
}

/** The first of the site's addresses on a tag; without any address, a tag id in a text record. */
export function targetOfRecords(records: readonly NdefRecord[], origins: readonly string[]): ScanTarget {
  if (records.every(({ recordType }) => recordType === 'empty')) return { is: 'refused', reason: 'empty' }
  const written = records.flatMap((record) => writtenIn(record))
  // A text next to an address describes it; without an address the text may be the id.
  const parse = written.some(isAddress) ? parseAddress : parseScanned
  const targets = written.flatMap(readingsOf).map((text) => parse(text, origins))
  return (
    targets.find(({ is }) => is !== 'refused') ??
    targets.find((target) => target.is === 'refused' && target.reason !== 'empty') ?? {
      is: 'refused',
      reason: targets.length > 0 ? 'empty' : 'foreign',
    }
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
