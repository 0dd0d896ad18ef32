import type { NdefReadingEvent, NdefWriter } from '../../scanner/web-nfc'
import { type TagContent, tagContent } from './tag-content'

/** A write waits for a tag; one that has left would otherwise be written to whichever comes next. In ms. */
const TAG_PRESENT_MS = 3_000

export type Outcome = { readonly is: 'done' } | { readonly is: 'failed'; readonly reason: unknown } | { readonly is: 'overtaken' }

interface Surroundings {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly onReading: (content: TagContent) => void
  readonly onUnreadable: () => void
}

/** The phone's NFC: one reading at a time, and at most one thing that is done to the tag in front of it. */
export function createTagDevice({ Reader, origin, onReading, onUnreadable }: Surroundings) {
  let reader: NdefWriter | null = null
  let listening: AbortController | null = null
  let underWay: AbortController | null = null

  return {
    /**
     * Begins to read anew, so that a tag that is still there is read once more; only then the earlier reading ends, because
     * between the two the phone would open the address itself. Answers false where that was called off meanwhile; throws the
     * device's error.
     */
    async listen(): Promise<boolean> {
      const controller = new AbortController()
      const earlier = listening
      listening = controller
      const isCurrent = () => listening === controller
      const fresh = new Reader()
      fresh.addEventListener('reading', (event) => {
        // The specification gives this event this type.
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

    /** Does something to the tag that was just read. */
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

    /** Calls off what is being done to a tag; reading goes on. */
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
