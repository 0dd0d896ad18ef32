import { useQuery } from '@tanstack/react-query'
import { listVendors } from '#contract/calls/booth'
import type { Vendor } from '#contract/entities'
import { query } from '../../../api/calls'
import { teamPointsQuery } from '../../../api/merging-queries'

export interface Stars {
  /** Of the event; undefined until they are known. */
  readonly booths: readonly Vendor[] | undefined
  /** The ids of those that have given the team points. */
  readonly lit: ReadonlySet<string>
  readonly treasures: number
}

/** What the team's constellation is drawn from, as this device has last seen it. */
export function useStars(): Stars {
  const booths = useQuery(query(listVendors, {})).data?.vendors
  const { data } = useQuery(teamPointsQuery())
  return {
    booths,
    lit: new Set(data?.booths?.filter(({ points }) => points > 0).map(({ vendor_id }) => vendor_id)),
    treasures: data?.treasures ?? 0,
  }
}
