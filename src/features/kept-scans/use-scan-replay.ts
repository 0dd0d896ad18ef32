import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { scan } from '#contract/calls/scan'
import type { User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { serverReachable } from '../../api/connection'
import { invalidateAfter } from '../../api/stale'
import { pageScans } from '../../offline/scans/page-scans'
import { toast } from '../../ui/toast'

/** How often waiting scans are sent again (ms). */
const RETRY_MS = 15_000

/** Sends a player's kept scans when the server may be reachable, and shows a toast for each bonus received. */
export function useScanReplay(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const userId = user == null || user.vendor_id !== null ? null : user.id
  useEffect(() => {
    if (userId === null) return
    const replay = () => void pageScans.replay(userId).catch(() => undefined)
    const replayOnceBack = () => {
      if (serverReachable.get()) replay()
    }
    // Even if this page knows of no scan: tapping a tag opens another page, which stores its scan and may be closed.
    replay()
    const timer = setInterval(replay, RETRY_MS)
    window.addEventListener('online', replay)
    document.addEventListener('visibilitychange', replay)
    const off = serverReachable.subscribe(replayOnceBack)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', replay)
      document.removeEventListener('visibilitychange', replay)
      off()
    }
  }, [userId])
  useEffect(
    () =>
      pageScans.onAnswer(({ award }) => {
        if (award !== null) toast.success(scanTexts.arrived(award.label, teamTexts.signedPoints(award.points)))
        void invalidateAfter(queryClient, scan)
      }),
    [queryClient],
  )
}
