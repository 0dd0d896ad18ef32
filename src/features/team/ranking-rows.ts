import type { Team } from '#contract/entities'

/** How many of the best are shown. */
const TOP = 10

/** A team's place in the list, and how many teams were left out just before it. */
export interface RankingRow {
  readonly team: Team
  readonly skipped: number
}

/** The best teams, and one's own with its neighbours wherever it stands. */
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
