import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/call'
import { listAwards } from '#contract/calls/booth'
import { listTeams, teamPoints } from '#contract/calls/team'
import type { Award } from '#contract/entities'
import { call } from './call'

// Queries that put the answer together with what the page holds.

export function teamsQuery() {
  return queryOptions({
    queryKey: [listTeams.name, {}] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Output<typeof listTeams>> => {
      const held = client.getQueryData<Output<typeof listTeams>>(queryKey)
      const answer = await call(listTeams, { version: held?.version }, signal)
      return answer.unchanged === true && held !== undefined ? held : answer
    },
  })
}

export type TeamPoints = Output<typeof teamPoints>

/** The team's points with the page of awards that follows those held. */
async function withOlder(held: TeamPoints, signal?: AbortSignal): Promise<TeamPoints> {
  const { awards, more } = await call(teamPoints, { before: held.awards.at(-1)?.award_id }, signal)
  const ids = new Set(held.awards.map(({ award_id }) => award_id))
  return { ...held, awards: [...held.awards, ...awards.filter(({ award_id }) => !ids.has(award_id))], more }
}

export function teamPointsQuery() {
  return queryOptions({
    queryKey: [teamPoints.name, {}] as const,
    // As many awards as were held: an old one may have been voided.
    queryFn: async ({ client, queryKey, signal }): Promise<TeamPoints> => {
      const held = client.getQueryData<TeamPoints>(queryKey)
      let points: TeamPoints = await call(teamPoints, {}, signal)
      while (points.more === true && points.awards.length < (held?.awards.length ?? 0)) points = await withOlder(points, signal)
      return points
    },
  })
}

/** Fetches the awards of one's team before those that are held, and keeps them with these. */
export async function fetchOlderAwards(client: QueryClient): Promise<void> {
  const { queryKey } = teamPointsQuery()
  const held = client.getQueryData(queryKey)
  if (held?.more !== true) return
  const older = await withOlder(held)
  // A refetch that ended meanwhile has newer awards, and as many as were held: older ones are asked for again.
  client.setQueryData(queryKey, (now) => (now === held ? older : now))
}

/** The booth's awards as last seen, and those of them that this device has seen recorded. */
export interface BoothAwards extends Output<typeof listAwards> {
  /**
   * Awards that went through this device's outbox, newest first. Kept beside the server's list, because only these close a
   * button offline.
   */
  readonly made_here?: readonly Award[]
}

export function boothAwardsQuery() {
  return queryOptions({
    queryKey: [listAwards.name, {}] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<BoothAwards> => {
      const { awards } = await call(listAwards, {}, signal)
      const told = new Map(awards.map((award) => [award.award_id, award]))
      const held = client.getQueryData<BoothAwards>(queryKey)?.made_here
      return { awards, made_here: (held ?? []).map((award) => told.get(award.award_id) ?? award) }
    },
  })
}
