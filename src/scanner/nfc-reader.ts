import { findWebNfc, type NdefReader, type NdefReadingEvent, type NdefRecord, nfcPermission } from './web-nfc'

export type NfcState =
  /** Looking whether it may begin without asking. */
  | { readonly is: 'checking' }
  | { readonly is: 'unsupported' }
  /** The browser wants to ask the person first, and only a tap may make it ask. */
  | { readonly is: 'unasked' }
  | { readonly is: 'starting' }
  | { readonly is: 'refused' }
  | { readonly is: 'switched-off' }
  /** It could not begin for a reason that is not known; it may be tried again. */
  | { readonly is: 'failed' }
  | { readonly is: 'ready' }

export type NfcReading =
  | { readonly is: 'records'; readonly serialNumber: string; readonly records: readonly NdefRecord[] }
  /** The tag moved away too early, or holds what is no NDEF message. */
  | { readonly is: 'reading-error' }

/** What the reader needs of the browser. */
export interface NfcDevice {
  /** Null where the browser knows no NFC. */
  readonly createReader: (() => NdefReader) | null
  readonly permission: () => Promise<PermissionState>
  /** The document, which says whether a person sees the page. */
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState }
}

export interface NfcReader {
  /** Begins; asks the person where that is still to be done, and then must be called from a tap. */
  start(): void
  /**
   * No reading is handed on any more. The scan itself ends `lingerMs` later, or as soon as the page is hidden: Android opens
   * a tag that is still near the phone when nobody scans.
   */
  close(lingerMs?: number): void
}

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
 * Reads tags for one visit of the scanner, by one reader. It begins by itself where the person has allowed it before; it ends
 * while the page is hidden and begins anew on return, which also finds out what was changed in the settings meanwhile.
 */
export function openNfcReader(
  { createReader, permission, page }: NfcDevice,
  onState: (state: NfcState) => void,
  onRead: (reading: NfcReading) => void,
): NfcReader {
  const reader = createReader?.() ?? null
  let scanning: AbortController | null = null
  let closed = false
  const tell = (state: NfcState) => {
    if (!closed) onState(state)
  }
  const hand = (reading: NfcReading) => {
    // Specified to be silent while hidden; a reading that was on its way is late.
    if (!closed && page.visibilityState === 'visible') onRead(reading)
  }
  reader?.addEventListener('reading', (event) => {
    // The specification gives this event this type.
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
    const state = await permission()
    if (closed || scanning !== null || page.visibilityState !== 'visible') return
    if (state === 'granted') start()
    else tell({ is: state === 'denied' ? 'refused' : 'unasked' })
  }

  function seenOrHidden(): void {
    if (page.visibilityState !== 'visible') stop()
    else if (!closed) void startIfAllowed()
  }

  if (reader === null) tell({ is: 'unsupported' })
  else {
    page.addEventListener('visibilitychange', seenOrHidden)
    tell({ is: 'checking' })
    void startIfAllowed()
  }

  return {
    start,
    close(lingerMs = 0) {
      if (closed) return
      closed = true
      const end = () => {
        page.removeEventListener('visibilitychange', seenOrHidden)
        stop()
      }
      if (lingerMs > 0 && scanning !== null) setTimeout(end, lingerMs)
      else end()
    },
  }
}

/** The NFC of the device that the page runs on. */
export function deviceNfc(): NfcDevice {
  const Reader = findWebNfc()
  return {
    createReader: Reader === null ? null : () => new Reader(),
    permission: nfcPermission,
    page: document,
  }
}
