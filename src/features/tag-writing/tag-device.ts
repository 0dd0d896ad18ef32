import type { NdefReadingEvent, NdefRecord, NdefWriter } from '../../scanner/web-nfc'

export type TagContent =
  | { readonly is: 'blank' }
  /** Exactly one record, with a tag URL of this site. */
  | { readonly is: 'own'; readonly nfcId: string }
  /** Anything else; `text` is its readable part, possibly empty. */
  | { readonly is: 'foreign'; readonly text: string }

const SHOWN_MAX = 80

export function tagAddress(nfcId: string, origin: string): string {
  return new URL(`/s/${encodeURIComponent(nfcId)}`, origin).href
}

function idIn(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null
  const encoded = /^\/s\/([^/]+)$/.exec(new URL(address).pathname)?.[1]
  if (encoded === undefined) return null
  try {
    const nfcId = decodeURIComponent(encoded)
    // Compares the whole URL, so that one with extra parts such as a query is not accepted.
    return tagAddress(nfcId, origin) === address ? nfcId : null
  } catch {
    return null
  }
}

function textOf({ recordType, data }: NdefRecord): string {
  if (!/^(url|absolute-url|text)$/.test(recordType) || data == null) return ''
  return new TextDecoder().decode(data)
}

export function tagContent(records: readonly NdefRecord[], origin: string): TagContent {
  const filled = records.filter(({ recordType }) => recordType !== 'empty')
  const [first, ...others] = filled
  if (first === undefined) return { is: 'blank' }
  const text = textOf(first)
  const nfcId = first.recordType === 'url' && others.length === 0 ? idIn(text, origin) : null
  return nfcId === null ? { is: 'foreign', text: text.slice(0, SHOWN_MAX) } : { is: 'own', nfcId }
}

export function sameContent(a: TagContent, b: TagContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Timeout of a write in ms. A pending write goes to any tag that appears, so it must not outlive the tag it was meant for. */
const TAG_PRESENT_MS = 3_000

interface TagDeviceOptions {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly onReading: (content: TagContent) => void
  readonly onUnreadable: () => void
}

/** The phone's NFC: at most one scan, and one write, at a time. */
export function createTagDevice({ Reader, origin, onReading, onUnreadable }: TagDeviceOptions) {
  let reader: NdefWriter | null = null
  let listening: AbortController | null = null
  let writing: AbortController | null = null

  return {
    /**
     * Starts a new scan, so that a tag still in place is read again. The previous scan ends only after that, because
     * without an active scan the phone would open the tag's URL. Resolves with false if superseded or stopped; rejects
     * with the device's error.
     */
    async listen(): Promise<boolean> {
      const controller = new AbortController()
      const earlier = listening
      listening = controller
      const isCurrent = () => listening === controller
      const fresh = new Reader()
      fresh.addEventListener('reading', (event) => {
        // The type of this event per the specification.
        const { message } = event as NdefReadingEvent
        if (isCurrent()) onReading(tagContent(message.records, origin))
      })
      fresh.addEventListener('readingerror', () => {
        if (isCurrent()) onUnreadable()
      })
      reader = fresh
      try {
        await fresh.scan({ signal: controller.signal })
        return isCurrent()
      } catch (reason) {
        if (!isCurrent()) return false
        throw reason
      } finally {
        earlier?.abort()
      }
    },

    /**
     * Writes on the tag that was just read; without `overwrite` the phone refuses one with content. Resolves with false if stopped;
     * rejects with the device's error.
     */
    async write(address: string, overwrite: boolean): Promise<boolean> {
      if (reader === null) return false
      const controller = new AbortController()
      writing = controller
      const timer = setTimeout(() => controller.abort(), TAG_PRESENT_MS)
      try {
        await reader.write({ records: [{ recordType: 'url', data: address }] }, { overwrite, signal: controller.signal })
        return writing === controller
      } catch (reason) {
        if (writing !== controller) return false
        throw reason
      } finally {
        clearTimeout(timer)
      }
    },

    stop(): void {
      writing?.abort()
      listening?.abort()
      writing = null
      listening = null
      reader = null
    },
  }
}
