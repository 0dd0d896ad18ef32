import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'
import { whenIdle } from '../pwa/when-idle'

const REFRESH_MS = 3 * 60_000

/** Refetches what a booth's device needs to award offline: all teams with their tags, point types, the booth's awards. */
export function useStaffPrefetch(user: User | null | undefined): void {
  const enabled = user?.vendor_id != null
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useQuery({ ...queries.listTeams(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...queries.listVendors(), enabled, refetchInterval: REFRESH_MS })
  // Not beside what the first screen shows.
  useQuery({ ...queries.listAwards(), enabled: enabled && isIdle, refetchInterval: REFRESH_MS })
}
