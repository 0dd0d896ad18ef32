import type { Team } from '#contract/entities'

/** Number of top teams shown. */
const TOP = 10

/** A row of the ranking, and how many teams are omitted directly above it. */
export interface RankingRow {
  readonly team: Team
  readonly skipped: number
}

/** The top teams, and the own team with its neighbours wherever it ranks. */
export function rankingRows(teams: readonly Team[], ownTeamId: string): RankingRow[] {
  const own = teams.findIndex((team) => team.team_id === ownTeamId)
  const isShown = (index: number) => index < TOP || (own !== -1 && Math.abs(index - own) <= 1)
  let skipped = 0
  return teams.flatMap((team, index) => {
    if (!isShown(index)) {
      skipped += 1
      return []
    }
    const row = { team, skipped }
    skipped = 0
    return [row]
  })
}
