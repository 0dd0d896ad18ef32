import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/call'
import { listAwards } from '#contract/calls/booth'
import { listTeams, teamPoints } from '#contract/calls/team'
import type { Award } from '#contract/entities'
import { call } from './call'

// Queries whose answer is merged with the cached data.

export function teamsQuery() {
  return queryOptions({
    queryKey: [listTeams.name, {}] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Output<typeof listTeams>> => {
      const cached = client.getQueryData<Output<typeof listTeams>>(queryKey)
      const answer = await call(listTeams, { version: cached?.version }, signal)
      return answer.unchanged === true && cached !== undefined ? cached : answer
    },
  })
}

export type TeamPoints = Output<typeof teamPoints>

/**
 * Whether the event was over at a server time (ms), by the team's last reading; false without one.
 */
export function hasEnded(points: Pick<TeamPoints, 'ends_at'> | undefined, now: number): boolean {
  return points?.ends_at != null && now >= Date.parse(points.ends_at)
}

/** Adds the page of awards that follows the cached ones. */
async function withOlder(cached: TeamPoints, signal?: AbortSignal): Promise<TeamPoints> {
  const { awards, more } = await call(
    teamPoints,
    { before: cached.awards.at(-1)?.award_id },
    signal,
  )
  const ids = new Set(cached.awards.map(({ award_id }) => award_id))
  return {
    ...cached,
    awards: [...cached.awards, ...awards.filter(({ award_id }) => !ids.has(award_id))],
    more,
  }
}

export function teamPointsQuery() {
  return queryOptions({
    queryKey: [teamPoints.name, {}] as const,
    // Fetch as many awards as were cached: an old one may have been voided.
    queryFn: async ({ client, queryKey, signal }): Promise<TeamPoints> => {
      const cached = client.getQueryData<TeamPoints>(queryKey)
      let points: TeamPoints = await call(teamPoints, {}, signal)
      while (points.more === true && points.awards.length < (cached?.awards.length ?? 0))
        points = await withOlder(points, signal)
      return points
    },
  })
}

/** Fetches the own team's awards that precede the cached ones, and adds them. */
export async function fetchOlderAwards(client: QueryClient): Promise<void> {
  const { queryKey } = teamPointsQuery()
  const cached = client.getQueryData(queryKey)
  if (cached?.more !== true) return
  const older = await withOlder(cached)
  // Drop the fetched page if a refetch ended meanwhile: the refetched list has newer awards, and
  // the older ones are requested again.
  client.setQueryData(queryKey, (now) => (now === cached ? older : now))
}

/** The booth's awards as last seen, and those that this device saw recorded. */
export interface BoothAwards extends Output<typeof listAwards> {
  /**
   * Awards sent through this device's outbox, newest first. Separate from the server's list,
   * because only these disable a point type's button offline.
   */
  readonly made_here?: readonly Award[]
}

export function boothAwardsQuery() {
  return queryOptions({
    queryKey: [listAwards.name, {}] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<BoothAwards> => {
      const { awards } = await call(listAwards, {}, signal)
      const listed = new Map(awards.map((award) => [award.award_id, award]))
      const cached = client.getQueryData<BoothAwards>(queryKey)?.made_here
      return {
        awards,
        made_here: (cached ?? []).map((award) => listed.get(award.award_id) ?? award),
      }
    },
  })
}

/** As many booth awards as the server lists. */
const MAX_AWARDS = 200

const newestFirst = (a: Award, b: Award) =>
  Date.parse(b.awarded_at) - Date.parse(a.awarded_at) ||
  Date.parse(b.received_at) - Date.parse(a.received_at)

function withAwards(awards: readonly Award[], added: readonly Award[]): Award[] {
  const byId = new Map([...awards, ...added].map((award) => [award.award_id, award]))
  return [...byId.values()].sort(newestFirst).slice(0, MAX_AWARDS)
}

/**
 * Adds recorded awards to the cached list of the booth's awards: the network may be lost before it
 * can be refetched. Does not create a list that was never fetched, because it would be incomplete.
 */
export function applyAwards(client: QueryClient, recorded: readonly Award[]): void {
  const { queryKey } = boothAwardsQuery()
  client.setQueryData(
    queryKey,
    (known) =>
      known && {
        awards: withAwards(known.awards, recorded),
        made_here: withAwards(known.made_here ?? [], recorded),
      },
    // Keep the fetch time: the rest of the list is as old as before.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
  )
}
