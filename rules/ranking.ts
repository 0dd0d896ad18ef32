export interface Standing {
  readonly team_id: string
  readonly team_name: string
  readonly points: number
  /** From when the team's newest scoring entry counts (ms, `countsFrom`); null if it has none. */
  readonly reached_at: number | null
}

export type Ranked<T extends Standing> = T & { readonly rank: number }

interface TimedEntry {
  readonly kind: 'award' | 'bonus' | 'adjustment'
  /** When it was made, as its device says (ms). */
  readonly awarded_at: number
  readonly received_at: number
}

/**
 * Rule 8: from when an entry counts for the order of equals and for medals (ms). A player's phone can claim any time for a bonus, so
 * it counts from its receipt, unless others confirm its time (rule 21).
 */
export function countsFrom(
  { kind, awarded_at, received_at }: TimedEntry,
  isConfirmed: boolean,
): number {
  return kind === 'bonus' && !isConfirmed ? received_at : awarded_at
}

const byName = new Intl.Collator('hr', { sensitivity: 'variant', numeric: true })

/** Rule 8: the order of the list: more points first, then who reached the score first, then by name. */
export function compareStandings(a: Standing, b: Standing): number {
  return (
    b.points - a.points ||
    (a.reached_at ?? Number.MAX_SAFE_INTEGER) - (b.reached_at ?? Number.MAX_SAFE_INTEGER) ||
    byName.compare(a.team_name, b.team_name) ||
    (a.team_id < b.team_id ? -1 : 1)
  )
}

/** Rule 8: standard competition ranking (1, 2, 2, 4) over teams in any order. */
export function rankTeams<T extends Standing>(teams: readonly T[]): Ranked<T>[] {
  const ranked: Ranked<T>[] = []
  for (const [index, team] of [...teams].sort(compareStandings).entries()) {
    const ahead = ranked[index - 1]
    ranked.push({ ...team, rank: ahead?.points === team.points ? ahead.rank : index + 1 })
  }
  return ranked
}
