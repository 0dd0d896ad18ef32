import { publicRankingTexts } from '#texts/public-ranking'
import { useNow } from '../../ui/use-now'
import type { Ranking } from './use-ranking'

const two = (count: number) => String(count).padStart(2, '0')

/** "1:05:09", or "05:09" in the last hour. */
function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

/** Counts down to the start, then to the end, by the server's clock. Nothing for an event without times. */
export function TimeLeft({ starts_at, ends_at }: Pick<Ranking, 'starts_at' | 'ends_at'>) {
  const now = useNow()
  const [start, end] = [starts_at, ends_at].map((at) => (at === null ? null : Date.parse(at)))
  if (start != null && now < start) return <Countdown label={publicRankingTexts.startsIn} ms={start - now} />
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
