import type { Team } from '#contract/entities'

/** The next better place, and the points needed to share it. */
export interface NextPlace {
  readonly place: number
  readonly missing: number
}

/**
 * The next better place by the list on screen, which may be older or newer than the card's data.
 * Null for the first team and for a team without points.
 */
export function nextPlaceIn(teams: readonly Team[], own: Team): NextPlace | null {
  if (own.points <= 0) return null
  const ahead = teams.findLast(({ points }) => points > own.points)
  return ahead === undefined ? null : { place: ahead.rank, missing: ahead.points - own.points }
}
