import type { NdefReadingEvent, NdefWriter } from '../../scanner/web-nfc'
import { type TagContent, tagContent } from './tag-content'

/** Timeout of a write in ms. A pending write goes to any tag that appears, so it must not outlive the tag it was meant for. */
const TAG_PRESENT_MS = 3_000

export type Outcome = { readonly is: 'done' } | { readonly is: 'failed'; readonly reason: unknown } | { readonly is: 'overtaken' }

interface Surroundings {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly onReading: (content: TagContent) => void
  readonly onUnreadable: () => void
}

/** The phone's NFC: at most one scan, and one operation on the scanned tag, at a time. */
export function createTagDevice({ Reader, origin, onReading, onUnreadable }: Surroundings) {
  let reader: NdefWriter | null = null
  let listening: AbortController | null = null
  let underWay: AbortController | null = null

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

    /** Runs an operation on the tag that was just read. */
    async withTag(work: (reader: NdefWriter, signal: AbortSignal) => Promise<void>): Promise<Outcome> {
      if (reader === null) return { is: 'overtaken' }
      const controller = new AbortController()
      underWay?.abort()
      underWay = controller
      const timer = setTimeout(() => controller.abort(), TAG_PRESENT_MS)
      try {
        await work(reader, controller.signal)
        return underWay === controller ? { is: 'done' } : { is: 'overtaken' }
      } catch (reason) {
        return underWay === controller ? { is: 'failed', reason } : { is: 'overtaken' }
      } finally {
        clearTimeout(timer)
        if (underWay === controller) underWay = null
      }
    },

    /** Aborts the operation on a tag; scanning continues. */
    callOff(): void {
      underWay?.abort()
      underWay = null
    },

    stop(): void {
      underWay?.abort()
      listening?.abort()
      underWay = null
      listening = null
      reader = null
    },
  }
}
