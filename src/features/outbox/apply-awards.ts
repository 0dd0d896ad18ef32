import type { QueryClient } from '@tanstack/react-query'
import type { Award } from '#contract/entities'
import { boothAwardsQuery } from '../../api/merging-queries'

/** As many as the server lists. */
const MOST = 200

const newestFirst = (a: Award, b: Award) =>
  Date.parse(b.awarded_at) - Date.parse(a.awarded_at) || Date.parse(b.received_at) - Date.parse(a.received_at)

function withAwards(awards: readonly Award[], added: readonly Award[]): Award[] {
  const byId = new Map([...awards, ...added].map((award) => [award.award_id, award]))
  return [...byId.values()].sort(newestFirst).slice(0, MOST)
}

/**
 * Enters awards that the server has recorded into the cached list of the booth's awards, because the network may be lost before it can be
 * refetched. A list that was never fetched stays unknown: these awards are not the booth's list.
 */
export function applyAwards(client: QueryClient, recorded: readonly Award[]): void {
  const { queryKey } = boothAwardsQuery()
  client.setQueryData(
    queryKey,
    (known) => known && { awards: withAwards(known.awards, recorded), made_here: withAwards(known.made_here ?? [], recorded) },
    // The rest of the list is as old as before.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
  )
}
