import type { QueryClient } from '@tanstack/react-query'
import { listVendors } from '#contract/calls/booth'
import type { User } from '#contract/entities'
import { medalTexts } from '#texts/medals'
import { query } from '../../../api/calls'
import { teamPointsQuery } from '../../../api/merging-queries'
import { earnedOf } from '../medals/medal-hexagon'

export type OwnTeam = NonNullable<User['team']>

/** What the picture of a team shows, as this device has last seen it. */
export interface PictureFacts {
  readonly team: OwnTeam
  readonly boothIds: readonly string[]
  readonly lit: ReadonlySet<string>
  readonly treasures: number
  /** By name. */
  readonly medals: readonly string[]
}

export function pictureFacts(client: QueryClient, team: OwnTeam): PictureFacts {
  const points = client.getQueryData(teamPointsQuery().queryKey)
  const vendors = client.getQueryData(query(listVendors, {}).queryKey)?.vendors ?? []
  return {
    team,
    boothIds: vendors.map(({ vendor_id }) => vendor_id),
    lit: new Set(points?.booths?.filter((booth) => booth.points > 0).map(({ vendor_id }) => vendor_id)),
    treasures: points?.treasures ?? 0,
    medals: earnedOf(points?.medals).map((medal) => medalTexts.medals[medal].name),
  }
}
