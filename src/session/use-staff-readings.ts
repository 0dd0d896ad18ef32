import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'

const REFRESH_MS = 3 * 60_000

/** Keeps what a booth's device needs to award without a network: all teams with their tags, and what the booth gives. */
export function useStaffReadings(user: User | null | undefined): void {
  const enabled = user?.vendor_id != null
  useQuery({ ...queries.listTeams(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...queries.listVendors(), enabled, refetchInterval: REFRESH_MS })
}
