import { useEffect, useRef } from 'react'
import { useOutbox } from '../../offline/use-outbox'
import { signalFound, signalRefused } from '../../ui/signal'

/** Five hundred awards that go out at once are one piece of news (ms). */
const ONE_NEWS_MS = 1_500

interface Counts {
  readonly recorded: number
  readonly refused: number
}

function newsSince(before: Counts | null, now: Counts): keyof Counts | null {
  if (before === null) return null
  if (now.refused > before.refused) return 'refused'
  return now.recorded > before.recorded ? 'recorded' : null
}

/** Tells by sound and vibration that an award was recorded or refused, because a vendor looks at people and not at the screen. */
export function useOutboxSignals(): void {
  const { recorded, entries, storage } = useOutbox()
  /** What was there before is no news. */
  const counts = useRef<Counts | null>(null)
  const lastNews = useRef({ recorded: Number.NEGATIVE_INFINITY, refused: Number.NEGATIVE_INFINITY })
  const refused = entries.filter((entry) => entry.refusal !== null).length
  useEffect(() => {
    if (storage !== 'read') return
    const news = newsSince(counts.current, { recorded: recorded.size, refused })
    counts.current = { recorded: recorded.size, refused }
    if (news === null || document.visibilityState !== 'visible') return
    if (performance.now() - lastNews.current[news] < ONE_NEWS_MS) return
    lastNews.current[news] = performance.now()
    if (news === 'refused') signalRefused()
    else signalFound()
  }, [storage, recorded.size, refused])
}
