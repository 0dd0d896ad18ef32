export interface Standing {
  readonly team_id: string
  readonly team_name: string
  readonly points: number
  /**
   * Time from which the team's newest scoring entry counts (ms, `countsFrom`); null if it has none.
   */
  readonly reached_at: number | null
}

export type Ranked<T extends Standing> = T & { readonly rank: number }

interface TimedEntry {
  readonly kind: 'award' | 'bonus' | 'adjustment'
  /** When it was made according to its device (ms). */
  readonly awarded_at: number
  readonly received_at: number
}

/**
 * Rule 8: time from which an entry counts for ties and medals (ms). A player's phone can claim any
 * time for a bonus, so a bonus counts from its receipt unless other touches confirm its time (rule
 * 21).
 */
export function countsFrom(
  { kind, awarded_at, received_at }: TimedEntry,
  isConfirmed: boolean,
): number {
  return kind === 'bonus' && !isConfirmed ? received_at : awarded_at
}

const byName = new Intl.Collator('hr', { sensitivity: 'variant', numeric: true })

/** Rule 8: sorts by points (descending), then by who reached the score first, then by name. */
export function compareStandings(a: Standing, b: Standing): number {
  return (
    b.points - a.points ||
    (a.reached_at ?? Number.MAX_SAFE_INTEGER) - (b.reached_at ?? Number.MAX_SAFE_INTEGER) ||
    byName.compare(a.team_name, b.team_name) ||
    (a.team_id < b.team_id ? -1 : 1)
  )
}

/** Rule 8: standard competition ranking (1, 2, 2, 4). Accepts teams in any order. */
export function rankTeams<T extends Standing>(teams: readonly T[]): Ranked<T>[] {
  const ranked: Ranked<T>[] = []
  for (const [index, team] of [...teams].sort(compareStandings).entries()) {
    const ahead = ranked[index - 1]
    ranked.push({ ...team, rank: ahead?.points === team.points ? ahead.rank : index + 1 })
  }
  return ranked
}
