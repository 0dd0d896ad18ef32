import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { networkTexts } from '#i18n/network'
import { formatMoment, formatMomentShort } from '#lib/clock-time'
import { serverReachable } from '../api/connection'
import { liveUntil } from '../api/live-state'
import { toast } from '../ui/toast'
import { useNow } from '../ui/use-now'
import { createConnectionNews } from './connection-news'

/**
 * The time that the data on the screen is from (ms, device clock): when the oldest of it was fetched, or later, while a stream
 * told that nothing had changed. Null if none is shown yet.
 */
function useShownSince(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined && state.data !== null)
    return shown.length === 0 ? null : Math.max(liveUntil(), Math.min(...shown.map(({ state }) => state.dataUpdatedAt)))
  })
}

/** Shows a toast when the connection is restored. */
function useBackToast(reachable: boolean): void {
  const [news] = useState(createConnectionNews)
  useEffect(() => {
    if (news.note(reachable, performance.now())) toast.success(networkTexts.back)
  }, [news, reachable])
}

/** One line on every phone: where the sentence would take two, a shorter one is shown, and screen readers get the whole one. */
function AwaySince({ since }: { since: number }) {
  // Rendered again while the time passes: after midnight the words name the day.
  useNow()
  return (
    <>
      <span className="max-[28rem]:sr-only">{networkTexts.awaySince(formatMoment(since))}</span>
      <span aria-hidden className="tracking-tight min-[28rem]:hidden">
        {networkTexts.awaySinceShort(formatMomentShort(since))}
      </span>
    </>
  )
}

/** A banner while the server is unreachable, with the age of the data shown. */
export function ConnectionSign() {
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const since = useShownSince()
  useBackToast(reachable)
  return (
    <div role="status">
      {!reachable && (
        <p
          data-offline-bar=""
          className="flex items-center justify-center gap-2 border-b border-line bg-raised px-3 py-2 text-center text-sm text-warn"
        >
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {since === null ? networkTexts.away : <AwaySince since={since} />}
        </p>
      )}
    </div>
  )
}
