import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { networkTexts } from '#i18n/network'
import { formatMoment } from '#lib/clock-time'
import { currentConnection, onConnectionChange } from '../api/connection'
import { toast } from '../ui/toast'

/** When the oldest of what the screen shows was read (ms, the device's clock); null where it shows nothing yet. */
function useShownSince(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined && state.data !== null)
    return shown.length === 0 ? null : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  })
}

/** A short absence is told again only after so long (ms): a phone at the edge of the Wi-Fi came back 665 times in an hour. */
const TELL_AGAIN_MS = 5 * 60_000
/** An absence of this length is always worth telling (ms). */
const LONG_ABSENCE_MS = 30_000

/** Tells by a toast that the connection is back. */
function useBackToast(reachable: boolean): void {
  const awaySince = useRef<number | null>(null)
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const now = performance.now()
    if (!reachable) {
      awaySince.current ??= now
      return
    }
    if (awaySince.current === null) return
    const wasLong = now - awaySince.current >= LONG_ABSENCE_MS
    awaySince.current = null
    if (!wasLong && now - toldAt.current < TELL_AGAIN_MS) return
    toldAt.current = now
    toast.success(networkTexts.back)
  }, [reachable])
}

/** A calm sign that the server does not answer, with the age of what is shown. */
export function ConnectionSign() {
  const { reachable } = useSyncExternalStore(onConnectionChange, currentConnection)
  const since = useShownSince()
  useBackToast(reachable)
  return (
    <div role="status">
      {!reachable && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-raised px-4 py-2 text-center text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {since === null ? networkTexts.away : networkTexts.awaySince(formatMoment(since))}
        </p>
      )}
    </div>
  )
}
