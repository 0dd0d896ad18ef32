/** A team that wins a prize. */
export type Placed<T> = T & {
  /** Whether another team has the same place. */
  readonly shared: boolean
}

/**
 * Selects the teams on the first `top` places, including all teams that share the last of them.
 * Teams without points have no place.
 */
export function placesUpTo<T extends { readonly rank: number; readonly points: number }>(
  ranked: readonly T[],
  top: number,
): Placed<T>[] {
  const placed = ranked.filter(({ rank, points }) => rank <= top && points > 0)
  return placed.map((team) => ({
    ...team,
    shared: placed.filter(({ rank }) => rank === team.rank).length > 1,
  }))
}
