import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { scan } from '#contract/calls/scan'
import type { User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { invalidateAfter } from '../../api/query-client'
import { pageScans } from '../../offline/page-scans'
import { toast } from '../../ui/toast'

/** Sends a player's kept scans when the server may be reachable, and shows a toast for each bonus received. */
export function useScanReplay(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const userId = user == null || user.vendor_id !== null ? null : user.id
  const teamId = user?.team?.team_id
  useEffect(() => {
    if (userId === null) return
    pageScans.signIn(userId)
    // Even if this page knows of no scan: tapping a tag opens another page, which stores its scan and may be closed.
    pageScans.kick()
    return () => pageScans.signIn(null)
  }, [userId])
  useEffect(() => {
    // Touches wait for a team.
    if (teamId !== undefined) pageScans.kick()
  }, [teamId])
  useEffect(
    () =>
      pageScans.onAnswer(({ award }) => {
        if (award !== null) toast.success(scanTexts.arrived(award.label, teamTexts.signedPoints(award.points)))
        void invalidateAfter(queryClient, scan)
      }),
    [queryClient],
  )
}
