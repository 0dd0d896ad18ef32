import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'

const REFRESH_MS = 3 * 60_000

/** Refetches what a booth's device needs to award offline: all teams with their tags, point types, the booth's awards. */
export function useStaffPrefetch(user: User | null | undefined): void {
  const enabled = user?.vendor_id != null
  useQuery({ ...queries.listTeams(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...queries.listVendors(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...queries.listAwards(), enabled, refetchInterval: REFRESH_MS })
}
