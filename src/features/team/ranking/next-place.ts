import type { Team } from '#contract/entities'

type Placed = Pick<Team, 'rank' | 'points'>

/**
 * The next better place of the ranking as it is shown, and the points that are missing to share it. null for the first, and where
 * the own points, which stay live during a freeze, are more than that place's.
 */
export function nextPlace(teams: readonly Placed[], own: Placed): Placed | null {
  const ahead = teams.findLast(({ rank }) => rank < own.rank)
  if (ahead === undefined || ahead.points <= own.points) return null
  return { rank: ahead.rank, points: ahead.points - own.points }
}
