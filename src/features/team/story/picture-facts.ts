import type { QueryClient } from '@tanstack/react-query'
import { listVendors } from '#contract/calls/booth'
import type { User } from '#contract/entities'
import type { Medal } from '#rules/medals'
import { teamPointsQuery } from '../../../api/merging-queries'
import { query } from '../../../api/queries'
import { type Stars, starsOf } from '../../arrival/team-art'
import { earnedOf } from '../medals/medal-hexagon'

export type OwnTeam = NonNullable<User['team']>

/** What the picture of a team shows, as this device has last seen it. */
export interface PictureFacts {
  readonly team: OwnTeam
  readonly stars: Stars
  readonly medals: readonly Medal[]
}

export function pictureFacts(client: QueryClient, team: OwnTeam): PictureFacts {
  const points = client.getQueryData(teamPointsQuery().queryKey)
  const vendors = client.getQueryData(query(listVendors, {}).queryKey)?.vendors
  return {
    team,
    stars: starsOf(points, vendors),
    medals: earnedOf(points?.medals),
  }
}
