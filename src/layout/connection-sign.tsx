import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { formatMoment, formatMomentShort } from '#lib/clock-time'
import { networkTexts } from '#texts/layout'
import { serverReachable } from '../api/connection'
import { knownAt } from '../api/live-state'
import { toast } from '../ui/toast'
import { useNow } from '../ui/use-now'

/**
 * Minimum time between toasts (ms): a phone at the edge of the Wi-Fi reconnected 665 times in an
 * hour.
 */
const TOAST_INTERVAL_MS = 5 * 60_000

/**
 * The time as of which the oldest part of the data on screen is known (ms, device clock). Null if
 * none is shown yet.
 */
function useShownSince(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    const shown = cache
      .findAll({ type: 'active' })
      .filter(({ state }) => state.data !== undefined && state.data !== null)
    return shown.length === 0 ? null : Math.min(...shown.map(knownAt))
  })
}

function useBackToast(reachable: boolean): void {
  const wasAway = useRef(false)
  const toastedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const isBack = reachable && wasAway.current
    wasAway.current = !reachable
    if (!isBack || performance.now() - toastedAt.current < TOAST_INTERVAL_MS) return
    toastedAt.current = performance.now()
    toast.success(networkTexts.back)
  }, [reachable])
}

/**
 * Says how old the data on screen is. Watches the queries for that, so render it only while the
 * server is unreachable: otherwise each answer at a start would scan all queries.
 */
function AwaySince() {
  const since = useShownSince()
  return since === null ? networkTexts.away : <OfflineSince since={since} />
}

/** The device's clock (ms), because fetch times use it. */
const deviceNow = () => Date.now()

/**
 * The sentence in at most three short lines. If it would take more, shows a shorter sentence; on a
 * small phone with large text or two other signs shows none, only the icon. Screen readers get the
 * whole sentence.
 */
function OfflineSince({ since }: { since: number }) {
  // Re-render as time passes: after midnight the text names the day.
  useNow()
  return (
    <>
      <span className="@max-[13rem]/signs:sr-only @max-[17rem]/signs:crowded:sr-only">
        {networkTexts.awaySince(formatMoment(since, deviceNow()))}
      </span>
      {/* Hidden from assistive technology, which gets the sentence only once. */}
      <span
        aria-hidden
        data-short={networkTexts.awaySinceShort(formatMomentShort(since, deviceNow()))}
        className="before:content-[attr(data-short)] @min-[13rem]/signs:hidden @max-[5rem]/signs:hidden @min-[13rem]/signs:@max-[17rem]/signs:crowded:inline @max-[13rem]/signs:crowded:hidden"
      />
    </>
  )
}

/** Says that the server is unreachable, and how old the data shown is. */
export function ConnectionSign() {
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  useBackToast(reachable)
  return (
    <div role="status" data-sign={reachable ? undefined : ''} className="min-w-0">
      {!reachable && (
        <p
          data-offline-bar=""
          className="flex items-center gap-1.5 text-warn @max-[9rem]/signs:leading-3.5"
        >
          <WifiOff
            aria-hidden
            className="size-4 shrink-0 @max-[9rem]/signs:hidden @max-[5rem]/signs:block @max-[9rem]/signs:crowded:block"
          />
          <span>
            <AwaySince />
          </span>
        </p>
      )}
    </div>
  )
}
