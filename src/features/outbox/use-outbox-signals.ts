import { useEffect, useRef } from 'react'
import { isWaiting } from '../../offline/entry'
import { useOutbox } from '../../offline/page-outbox'
import { signalFound, signalRefused } from '../../ui/signal'

/** Least time between two signals of a kind (ms), so that a drain of five hundred awards does not signal each. */
const ONE_NEWS_MS = 1_500

/** Awards whose outcome another screen signals. */
export const signalElsewhere = new Set<string>()

interface Counts {
  readonly recorded: number
  readonly refused: number
}

function newsSince(before: Counts | null, now: Counts): keyof Counts | null {
  if (before === null) return null
  if (now.refused > before.refused) return 'refused'
  return now.recorded > before.recorded ? 'recorded' : null
}

/** Signals a recorded or refused award by sound and vibration, because vendors look at people and not at the screen. */
export function useOutboxSignals(): void {
  const { recorded: all, entries, storage } = useOutbox()
  const recorded = [...all.keys()].filter((awardId) => !signalElsewhere.has(awardId)).length
  /** Null until the first read: awards from before give no signal. */
  const counts = useRef<Counts | null>(null)
  const lastNews = useRef({ recorded: Number.NEGATIVE_INFINITY, refused: Number.NEGATIVE_INFINITY })
  const refused = entries.filter((entry) => !isWaiting(entry) && !signalElsewhere.has(entry.awardId)).length
  useEffect(() => {
    if (storage !== 'read') return
    const news = newsSince(counts.current, { recorded, refused })
    counts.current = { recorded, refused }
    if (news === null || document.visibilityState !== 'visible') return
    if (performance.now() - lastNews.current[news] < ONE_NEWS_MS) return
    lastNews.current[news] = performance.now()
    if (news === 'refused') signalRefused()
    else signalFound()
  }, [storage, recorded, refused])
}
