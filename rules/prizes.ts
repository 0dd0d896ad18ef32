/** A team that gets a prize. */
export type Placed<T> = T & {
  /** Whether another team has the same place. */
  readonly shared: boolean
}

/** Of ranked teams those of the first places, with all who share the last of them. A team without points has no place. */
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
