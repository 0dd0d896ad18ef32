import { parseAddress, parseScanned, type ScanTarget } from './scan-target'
import { findWebNfc, type NdefReadingEvent, type NdefRecord, nfcPermission } from './web-nfc'

/** The text of a record; null if it holds none. */
function textOf({ recordType, data, encoding }: NdefRecord): string | null {
  if (data == null || !/^(text|url|absolute-url)$/.test(recordType)) return null
  // NDEF's UTF-16 is big-endian.
  return new TextDecoder(encoding?.toLowerCase().startsWith('utf-16') ? 'utf-16be' : 'utf-8').decode(data)
}

const isAddress = ({ recordType }: NdefRecord) => recordType !== 'text'

/** The first of the site's addresses on a tag; without any address, a tag id in a text record. */
export function targetOfRecords(records: readonly NdefRecord[], origins: readonly string[]): ScanTarget {
  if (records.every(({ recordType }) => recordType === 'empty')) return { is: 'refused', reason: 'empty' }
  const written = records.filter((record) => textOf(record) !== null)
  // A text next to an address describes it; without an address the text may be the id.
  const parse = written.some(isAddress) ? parseAddress : parseScanned
  const targets = written.map((record) => parse(textOf(record) ?? '', origins))
  const isSaid = (target: ScanTarget) => target.is === 'refused' && target.reason !== 'empty'
  return (
    targets.find(({ is }) => is !== 'refused') ??
    targets.find(isSaid) ?? { is: 'refused', reason: written.length > 0 ? 'empty' : 'foreign' }
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
