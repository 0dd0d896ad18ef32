import { type Query, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatMoment } from '#lib/clock-time'
import { publicRankingTexts } from '#texts/public-ranking'
import { knownAt, streamOpen } from '../../api/live-state'
import { useNow } from '../../ui/use-now'
import { type PublicRanking, rankingQuery } from './use-ranking'

/**
 * Show the age beyond this (ms): without a stream the ranking is fetched every 15 s, so two fetches
 * have failed.
 */
const OLD_MS = 40_000

const TICK_MS = 5_000

/** The device's clock (ms), because fetch times use it. */
function useDeviceTime(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * The time as of which the ranking is known (ms, device clock), once that is long ago; else null. An
 * open stream reports a change only once, so it does not excuse a failed fetch.
 */
export function oldSince(ranking: Query, now: number, isStreaming: boolean): number | null {
  const isCovered = isStreaming && ranking.state.status !== 'error'
  const since = knownAt(ranking)
  return isCovered || now - since <= OLD_MS ? null : since
}

/** Shows how old the ranking is, once it is old. */
export function NewsAge() {
  const now = useDeviceTime()
  const isStreaming = useSyncExternalStore(streamOpen.subscribe, streamOpen.get)
  const ranking = useQueryClient().getQueryCache().find(rankingQuery)
  const since = ranking === undefined ? null : oldSince(ranking, now, isStreaming)
  return (
    <div role="status">
      {since !== null && (
        <p
          data-offline-bar=""
          className="flex items-center justify-center gap-[0.5em] border-b border-line bg-raised px-[0.8em] py-[0.4em] text-warn"
        >
          <WifiOff aria-hidden className="size-[1.1em] shrink-0" />
          {publicRankingTexts.old(formatMoment(since, now))}
        </p>
      )}
    </div>
  )
}

const two = (count: number) => String(count).padStart(2, '0')

/** "1:05:09", or "05:09" in the last hour. */
function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

/**
 * Counts down to the start, then to the end, by the server's clock. Renders nothing for an event
 * without times.
 */
export function TimeLeft({ starts_at, ends_at }: Pick<PublicRanking, 'starts_at' | 'ends_at'>) {
  const now = useNow()
  const [start, end] = [starts_at, ends_at].map((at) => (at === null ? null : Date.parse(at)))
  if (start != null && now < start)
    return <Countdown label={publicRankingTexts.startsIn} ms={start - now} />
  if (end == null) return null
  if (now >= end) return <p className="font-semibold text-warn">{publicRankingTexts.ended}</p>
  return <Countdown label={publicRankingTexts.endsIn} ms={end - now} />
}

function Countdown({ label, ms }: { label: string; ms: number }) {
  return (
    <p role="timer" className="text-right leading-tight">
      <span className="block text-[0.8em] text-soft">{label}</span>
      <span className="text-[1.6em] font-bold text-accent tabular-nums">{clockOf(ms)}</span>
    </p>
  )
}
