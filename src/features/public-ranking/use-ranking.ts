import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { CallOutput } from '#contract/calls'
import { ranking } from '#contract/calls/ranking'
import { query } from '../../api/calls'
import { useRefreshInterval } from '../../api/live-state'
import { localStorageOrNull } from '../../api/local-storage'

export type Ranking = CallOutput<'ranking'>

const KEPT = 'geek-ranking'
/** The most that the call answers: a phone lists them, a projector shows those below the first ten in turn. */
const PLACES = 100

const keptSchema = v.object({ at: v.number(), ranking: ranking.output })

/** The ranking that this device saw last: the screen opens without a network too. */
function readKept(): v.InferOutput<typeof keptSchema> | null {
  try {
    return v.parse(keptSchema, JSON.parse(localStorageOrNull()?.getItem(KEPT) ?? ''))
  } catch {
    return null
  }
}

function keep(ranking: Ranking, at: number): void {
  try {
    localStorageOrNull()?.setItem(KEPT, JSON.stringify({ at, ranking }))
  } catch {
    // Full or refused: without a network the screen then has nothing to show.
  }
}

/** The public ranking, kept on the device. */
export function useRanking() {
  const [kept] = useState(readKept)
  const asked = useQuery({
    ...query(ranking, { limit: PLACES }),
    refetchInterval: useRefreshInterval(),
    ...(kept === null ? {} : { initialData: kept.ranking, initialDataUpdatedAt: kept.at }),
  })
  const { data, dataUpdatedAt, isFetchedAfterMount } = asked
  useEffect(() => {
    if (data !== undefined && isFetchedAfterMount) keep(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, isFetchedAfterMount])
  return asked
}
