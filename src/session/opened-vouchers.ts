import type { QueryClient } from '@tanstack/react-query'
import { listTeams } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { parseVoucher } from '#contract/voucher'
import { voucherTexts } from '#texts/voucher'
import { query } from '../api/queries'
import { pageOutbox } from '../offline/page-outbox'
import { toast } from '../ui/toast'

interface OpenedVoucher {
  readonly teamId: string
}
let opened: OpenedVoucher | null = null

/** Stores a voucher that was scanned or opened by its address, whoever is signed in. */
export async function openVoucher(voucher: string): Promise<void> {
  opened = null
  try {
    const read = parseVoucher(voucher)
    if (read === null) {
      toast.error(voucherTexts.noVoucher)
      return
    }
    const { awardId, vendorId, teamId, pointType } = read
    await pageOutbox.addCopy({ voucher, awardId, vendorId, teamId, pointType })
    opened = read
  } catch {
    toast.error(voucherTexts.notStored)
  }
}

/** The voucher opened last; null if there is none. */
export function openedVoucher(): OpenedVoucher | null {
  return opened
}

/**
 * Assigns opened vouchers to a player; staff deliver none. A voucher of another team causes a toast
 * that names that team.
 */
export async function claimVouchers(
  { id, vendor_id, team: own }: User,
  client: QueryClient,
): Promise<void> {
  await (vendor_id === null ? pageOutbox.claimCopies(id) : pageOutbox.dropCopies()).catch(() =>
    toast.error(voucherTexts.notStored),
  )
  if (opened === null || own?.team_id === opened.teamId) return
  const { teamId } = opened
  const team = client
    .getQueryData(query(listTeams, {}).queryKey)
    ?.teams.find(({ team_id }) => team_id === teamId)
  toast.error(voucherTexts.ofAnotherTeam(team?.team_name ?? null))
}
