import { parseAddress, parseScanned, type ScanTarget } from './scan-target'
import { findWebNfc, type NdefReadingEvent, type NdefRecord, nfcPermission } from './web-nfc'

/** Maximum nesting of smart posters, so that a malformed tag can't hang the reader. */
const MAX_DEPTH = 2

const isAddress = ({ recordType }: NdefRecord) =>
  recordType === 'url' || recordType === 'absolute-url'

function recordsInside(poster: NdefRecord): readonly NdefRecord[] {
  try {
    return poster.toRecords?.() ?? []
  } catch {
    return []
  }
}

/** The records that hold a text. Of a smart poster only addresses: its other texts are titles. */
function textRecordsIn(record: NdefRecord, depth = 0): readonly NdefRecord[] {
  if (record.recordType !== 'smart-poster')
    return isAddress(record) || record.recordType === 'text' ? [record] : []
  if (depth >= MAX_DEPTH) return []
  return recordsInside(record)
    .flatMap((inner) => textRecordsIn(inner, depth + 1))
    .filter(isAddress)
}

/**
 * Decodes a record in every plausible way: NDEF requires big-endian UTF-16, but not every writer
 * complies.
 */
function decodedTexts({ data, encoding }: NdefRecord): readonly string[] {
  if (data == null) return []
  const labels = encoding?.toLowerCase().startsWith('utf-16') ? ['utf-16be', 'utf-16le'] : ['utf-8']
  return labels.map((label) => new TextDecoder(label).decode(data))
}

/**
 * The target of a tag: the first address of this site, or without any address, an id in a text
 * record.
 */
export function targetOfRecords(
  records: readonly NdefRecord[],
  origins: readonly string[],
): ScanTarget {
  if (records.every(({ recordType }) => recordType === 'empty'))
    return { kind: 'refused', reason: 'empty' }
  const texts = records.flatMap((record) => textRecordsIn(record))
  // A text beside an address describes it; without an address it may be the id.
  const parse = texts.some(isAddress) ? parseAddress : parseScanned
  const targets = texts.flatMap(decodedTexts).map((text) => parse(text, origins))
  return (
    targets.find(({ kind }) => kind !== 'refused') ??
    targets.find((target) => target.kind === 'refused' && target.reason !== 'empty') ?? {
      kind: 'refused',
      reason: targets.length > 0 ? 'empty' : 'foreign',
    }
  )
}

export type NfcState =
  /** Querying whether reading can start without a prompt. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'unsupported' }
  /** The browser will show a permission prompt, which needs a tap. */
  | { readonly kind: 'prompt' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'switched-off' }
  /** Starting failed for an unknown reason; a retry may succeed. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready' }

export type NfcReading =
  | {
      readonly kind: 'records'
      readonly serialNumber: string
      readonly records: readonly NdefRecord[]
    }
  /** The tag was removed too early, or holds no NDEF message. */
  | { readonly kind: 'reading-error' }

export type NfcReader = ReturnType<typeof openNfcReader>

function stateAfter(error: unknown): NfcState | null {
  switch (error instanceof DOMException ? error.name : '') {
    case 'AbortError':
      return null
    case 'NotAllowedError':
      return { kind: 'refused' }
    case 'NotSupportedError':
      return { kind: 'unsupported' }
    case 'NotReadableError':
      return { kind: 'switched-off' }
    default:
      return { kind: 'failed' }
  }
}

/**
 * Reads tags while the scanner is open, with a single `NDEFReader`. Starts immediately if
 * permission was already granted; if `eager`, also if a tap just allowed a permission prompt. Stops
 * while the page is hidden and restarts on return, which also picks up changes in the phone's
 * settings.
 */
export function openNfcReader(
  onState: (state: NfcState) => void,
  onRead: (reading: NfcReading) => void,
  eager = false,
) {
  const WebNfc = findWebNfc()
  const reader = WebNfc === null ? null : new WebNfc()
  let scanning: AbortController | null = null
  let closed = false
  const report = (state: NfcState) => {
    if (!closed) onState(state)
  }
  const deliver = (reading: NfcReading) => {
    // While the page is hidden nothing is read, but a reading already in progress may still arrive.
    if (!closed && document.visibilityState === 'visible') onRead(reading)
  }
  reader?.addEventListener('reading', (event) => {
    // The type of this event per the specification.
    const { serialNumber, message } = event as NdefReadingEvent
    deliver({ kind: 'records', serialNumber, records: message.records })
  })
  reader?.addEventListener('readingerror', () => deliver({ kind: 'reading-error' }))

  function stop(): void {
    scanning?.abort()
    scanning = null
  }

  function start(): void {
    if (reader === null || closed || scanning !== null) return
    const own = new AbortController()
    scanning = own
    report({ kind: 'starting' })
    reader.scan({ signal: own.signal }).then(
      () => {
        if (scanning === own) report({ kind: 'ready' })
      },
      (error: unknown) => {
        if (scanning !== own) return
        scanning = null
        const state = stateAfter(error)
        if (state !== null) report(state)
      },
    )
  }

  async function startIfAllowed(): Promise<void> {
    const state = await nfcPermission()
    if (closed || scanning !== null || document.visibilityState !== 'visible') return
    if (state === 'granted' || (eager && state === 'prompt' && navigator.userActivation.isActive))
      start()
    else report({ kind: state === 'denied' ? 'refused' : 'prompt' })
  }

  function onVisibilityChange(): void {
    if (document.visibilityState !== 'visible') stop()
    else if (!closed) void startIfAllowed()
  }

  if (reader === null) report({ kind: 'unsupported' })
  else {
    document.addEventListener('visibilitychange', onVisibilityChange)
    report({ kind: 'checking' })
    void startIfAllowed()
  }

  return {
    /** Starts reading. May show a permission prompt, and must then be called from a tap. */
    start,
    /**
     * Stops reporting readings. The scan itself ends `lingerMs` later, or when the page is hidden:
     * without an active scan Android opens a tag that is still near the phone.
     */
    close(lingerMs = 0): void {
      if (closed) return
      closed = true
      const end = () => {
        document.removeEventListener('visibilitychange', onVisibilityChange)
        stop()
      }
      if (lingerMs > 0 && scanning !== null) setTimeout(end, lingerMs)
      else end()
    },
  }
}
