import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatMoment } from '#lib/clock-time'
import { publicRankingTexts } from '#texts/public-ranking'
import { liveStanding, liveUntil } from '../../api/live-state'

/** Without a stream the ranking is asked for every 15 s: older than this (ms), two readings have failed. */
const OLD_MS = 40_000

const LOOK_AGAIN_MS = 5_000

/** The device's clock (ms), by which the times of readings go. */
function useDeviceTime(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Says from when the ranking is, once it is old. `readAt` is when it was read (ms, device clock). */
export function NewsAge({ readAt }: { readAt: number }) {
  const now = useDeviceTime()
  const stands = useSyncExternalStore(liveStanding.subscribe, liveStanding.get)
  const knownAt = Math.max(readAt, liveUntil())
  const isOld = !stands && now - knownAt > OLD_MS
  return (
    <div role="status">
      {isOld && (
        <p
          data-offline-bar=""
          className="flex items-center justify-center gap-[0.5em] border-b border-line bg-raised px-[0.8em] py-[0.4em] text-warn"
        >
          <WifiOff aria-hidden className="size-[1.1em] shrink-0" />
          {publicRankingTexts.old(formatMoment(knownAt))}
        </p>
      )}
    </div>
  )
}
