import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { CallOutput } from '#contract/calls'
import { ranking } from '#contract/calls/ranking'
import { followTimeZone } from '#lib/server-clock'
import { useRefreshInterval } from '../../api/live-state'
import { readStored, writeStored } from '../../api/local-storage'
import { query } from '../../api/queries'

export type Ranking = CallOutput<'ranking'>

const KEPT = 'geek-ranking'
/** The most that the call answers: a phone lists them, a projector shows those below the first ten in turn. */
const PLACES = 100

const keptSchema = v.object({ at: v.number(), ranking: ranking.output })

/** The public ranking, kept on the device: the screen opens without a network too. */
export function useRanking() {
  const [kept] = useState(() => readStored(KEPT, keptSchema))
  const asked = useQuery({
    ...query(ranking, { limit: PLACES }),
    refetchInterval: useRefreshInterval(),
    ...(kept === null ? {} : { initialData: kept.ranking, initialDataUpdatedAt: kept.at }),
  })
  const { data, dataUpdatedAt, isFetchedAfterMount } = asked
  // Before anything below is shown.
  followTimeZone(data?.time_zone)
  useEffect(() => {
    if (data !== undefined && isFetchedAfterMount) writeStored(KEPT, { at: dataUpdatedAt, ranking: data })
  }, [data, dataUpdatedAt, isFetchedAfterMount])
  return asked
}
