import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { CallOutput } from '#contract/calls'
import { ranking } from '#contract/calls/ranking'
import { readStored, writeStored } from '#lib/local-storage'
import { followTimeZone } from '#lib/server-clock'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'

export type PublicRanking = CallOutput<'ranking'>

const STORAGE_KEY = 'geek-ranking'
/**
 * The number of teams requested, the most that the call returns. A phone lists all of them; a
 * projector shows the first ten, and the teams below in turns.
 */
const PLACES = 100

export const rankingQuery = query(ranking, { limit: PLACES })

const storedSchema = v.object({ at: v.number(), ranking: ranking.output })

/** The public ranking, stored on the device, so that the screen also opens offline. */
export function useRanking() {
  const [stored] = useState(() => readStored(STORAGE_KEY, storedSchema))
  const result = useQuery({
    ...rankingQuery,
    refetchInterval: useRefreshInterval(),
    ...(stored === null ? {} : { initialData: stored.ranking, initialDataUpdatedAt: stored.at }),
  })
  const { data, dataUpdatedAt, isFetchedAfterMount } = result
  // Set the zone during render, before anything below shows a time.
  followTimeZone(data?.time_zone)
  useEffect(() => {
    if (data !== undefined && isFetchedAfterMount)
      writeStored(STORAGE_KEY, { at: dataUpdatedAt, ranking: data })
  }, [data, dataUpdatedAt, isFetchedAfterMount])
  return result
}

const HOUR_MS = 3_600_000
/** Add a reading to the history this often (ms). */
const STEP_MS = 300_000

/** A reading: the ranks of the teams with points at the time `at` (ms, device clock). */
interface RanksThen {
  readonly at: number
  readonly ranks: ReadonlyMap<string, number>
}

/** The screen's readings of the last hour, oldest first. */
export type LastHour = readonly RanksThen[]

/**
 * Adds a reading made at `at` to the history. A freeze empties the history, because the reveal, not
 * the arrows, shows the moves made during a freeze.
 */
export function afterHourly(
  seen: LastHour,
  { teams, frozen_at }: Pick<PublicRanking, 'teams' | 'frozen_at'>,
  at: number,
): LastHour {
  if (frozen_at !== null) return seen.length === 0 ? seen : []
  const recent = seen.filter((then) => then.at <= at && at - then.at <= HOUR_MS)
  const newest = recent.at(-1)
  if (newest !== undefined && at - newest.at < STEP_MS)
    return recent.length === seen.length ? seen : recent
  const ranks = new Map(
    teams.flatMap(({ team_id, rank, points }) => (points > 0 ? [[team_id, rank] as const] : [])),
  )
  return [...recent, { at, ranks }]
}

/** The places a team gained (positive) or lost since the oldest reading of the last hour. */
export function placesGained(
  seen: LastHour,
  { team_id, rank, points }: Pick<PublicRanking['teams'][number], 'team_id' | 'rank' | 'points'>,
) {
  const before = seen[0]?.ranks.get(team_id)
  return before === undefined || points <= 0 ? 0 : before - rank
}

/**
 * The screen's readings of the last hour. Updated during render, so that no frame shows outdated
 * arrows.
 */
export function useLastHour(ranking: PublicRanking, readAt: number): LastHour {
  const [seen, setSeen] = useState<LastHour>([])
  const next = afterHourly(seen, ranking, readAt)
  if (next !== seen) setSeen(next)
  return next
}
