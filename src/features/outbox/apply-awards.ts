import type { QueryClient } from '@tanstack/react-query'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { Award } from '#contract/entities'
import { cooldownEndsAt } from '#rules/cooldown'
import { boothAwardsQuery } from '../../api/merging-queries'
import { query } from '../../api/queries'

/** When the point type may be given again (ms, server time). Null if the booth's point types are not cached. */
function freeAgainAt(client: QueryClient, { vendor_id, point_type, awarded_at }: Award): number | null {
  const vendors = client.getQueryData(query(listVendors, {}).queryKey)?.vendors
  const offers = vendors?.find((vendor) => vendor.vendor_id === vendor_id)?.point_types
  const offer = offers?.find((one) => one.point_type === point_type)
  return offer === undefined ? null : cooldownEndsAt(Date.parse(awarded_at), offer.cooldown_seconds)
}

/**
 * Updates the cached cooldowns of a recorded award's team, because the network may be lost before they can be refetched.
 */
function applyCooldown(client: QueryClient, award: Award): void {
  const { queryKey } = query(checkCooldown, { team_id: award.team_id })
  const freeAt = freeAgainAt(client, award)
  if (freeAt === null || award.voided) return
  client.setQueryData(
    queryKey,
    (known) =>
      known && {
        ...known,
        cooldowns: known.cooldowns.map((one) =>
          one.point_type === award.point_type && Date.parse(one.available_at) < freeAt
            ? { ...one, available_at: new Date(freeAt).toISOString() }
            : one,
        ),
      },
    // The rest of the data is as old as before.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
  )
}

/** As many as the server lists. */
const MOST = 200

const newestFirst = (a: Award, b: Award) =>
  Date.parse(b.awarded_at) - Date.parse(a.awarded_at) || Date.parse(b.received_at) - Date.parse(a.received_at)

function withAwards(awards: readonly Award[], added: readonly Award[]): Award[] {
  const byId = new Map([...awards, ...added].map((award) => [award.award_id, award]))
  return [...byId.values()].sort(newestFirst).slice(0, MOST)
}

/**
 * Enters awards that the server has recorded into the cached list of the booth's awards and into their teams' cooldowns,
 * because the network may be lost before they can be refetched. A list that was never fetched stays unknown: these awards
 * are not the booth's list.
 */
export function applyAwards(client: QueryClient, recorded: readonly Award[]): void {
  const { queryKey } = boothAwardsQuery()
  client.setQueryData(
    queryKey,
    (known) => known && { awards: withAwards(known.awards, recorded), made_here: withAwards(known.made_here ?? [], recorded) },
    // The rest of the list is as old as before.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
  )
  for (const award of recorded) applyCooldown(client, award)
}
