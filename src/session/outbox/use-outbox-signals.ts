import { useEffect, useRef } from 'react'
import { useOutbox } from '../../offline/use-outbox'
import { signalFound, signalRefused } from '../../ui/signal'

/** Five hundred awards that go out at once are one piece of news (ms). */
const ONE_NEWS_MS = 1_500

/** Tells by sound and vibration that an award was recorded or refused, because a vendor looks at people and not at the screen. */
export function useOutboxSignals(): void {
  const { recorded, entries, storage } = useOutbox()
  /** What was there before is no news. */
  const counts = useRef<{ recorded: number; refused: number } | null>(null)
  const lastNews = useRef({ recorded: Number.NEGATIVE_INFINITY, refused: Number.NEGATIVE_INFINITY })
  const refused = entries.filter((entry) => entry.refusal !== null).length
  useEffect(() => {
    if (storage === 'unknown') return
    const before = counts.current
    counts.current = { recorded: recorded.size, refused }
    if (before === null || document.visibilityState !== 'visible') return
    const news = refused > before.refused ? 'refused' : recorded.size > before.recorded ? 'recorded' : null
    if (news === null || performance.now() - lastNews.current[news] < ONE_NEWS_MS) return
    lastNews.current[news] = performance.now()
    if (news === 'refused') signalRefused()
    else signalFound()
  }, [storage, recorded.size, refused])
}
