export interface Standing {
  readonly team_id: string
  readonly team_name: string
  readonly points: number
  /** When the team's latest scoring award was made (ms); null if it has none. */
  readonly reached_at: number | null
}

export type Ranked<T extends Standing> = T & { readonly rank: number }

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
