import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { scan } from '#contract/calls/scan'
import { deliver } from '#contract/calls/voucher'
import type { User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { invalidateAfter } from '../../api/query-client'
import { pageOutbox } from '../../offline/page-outbox'
import { toast } from '../../ui/toast'

/** Has a player's phone carry the copies that it scanned before the sign-in, and shows a toast for each bonus and each copy that arrived. */
export function useScanReplay(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const userId = user == null || user.vendor_id !== null ? null : user.id
  const teamId = user?.team?.team_id
  useEffect(() => {
    if (userId !== null) void pageOutbox.claimCopies(userId).catch(() => undefined)
  }, [userId])
  useEffect(() => {
    // Touches wait for a team.
    if (teamId !== undefined) pageOutbox.kick()
  }, [teamId])
  useEffect(
    () =>
      pageOutbox.onAnswer((answer) => {
        switch (answer.kind) {
          case 'scan': {
            const { award } = answer.nfc
            if (award !== null) toast.success(scanTexts.arrived(award.label, teamTexts.signedPoints(award.points)))
            void invalidateAfter(queryClient, scan)
            return
          }
          case 'copy': {
            const { points, vendor_name } = answer.award
            toast.success(voucherTexts.arrived(voucherTexts.what(points, vendor_name ?? voucherTexts.unknownBooth)))
            void invalidateAfter(queryClient, deliver)
            return
          }
        }
      }),
    [queryClient],
  )
}
