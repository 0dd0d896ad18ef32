import type { QueryClient } from '@tanstack/react-query'
import type { Award } from '#contract/entities'
import { queries } from '../../api/calls'

/** When the point type may be given again (ms), by what the booth's offer says of its pause. */
function freeAgainAt(client: QueryClient, { vendor_id, point_type, awarded_at }: Award): number | null {
  const vendors = client.getQueryData(queries.listVendors().queryKey)?.vendors
  const offers = vendors?.find((vendor) => vendor.vendor_id === vendor_id)?.point_types
  const offer = offers?.find((one) => one.point_type === point_type)
  return offer === undefined ? null : Date.parse(awarded_at) + offer.cooldown_seconds * 1000
}

/**
 * Writes the pause that a recorded award brings into the cached pauses of its team: the network may be gone before they
 * can be refetched.
 */
export function applyCooldown(client: QueryClient, award: Award): void {
  const { queryKey } = queries.checkCooldown({ team_id: award.team_id })
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
    // It is as old as it was, but for this one thing.
    { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
  )
}
