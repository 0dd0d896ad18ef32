import { compareStandings, rankTeams } from '#rules/ranking'
import type { Freeze } from '../db/queries/freeze'
import type { RankedTeams } from './standings'

/**
 * The ranking as everybody sees it from a freeze until the reveal (rule 16). Teams that were disbanded since
 * still count for the ranks of others; a team that was founded since has no points and moves nobody.
 */
function showFrozen(live: RankedTeams, { scores }: Freeze): RankedTeams {
  const ranked = rankTeams(scores.filter(({ teamId, hidden }) => !(live.byId.get(teamId)?.hidden ?? hidden)))
  const rankOf = (points: number) => 1 + ranked.filter((other) => other.points > points).length
  const frozen = new Map(scores.map((score) => [score.teamId, score]))
  const all = [...live.byId.values()].map((team) => {
    const { points, reachedAt } = frozen.get(team.teamId) ?? { points: 0, reachedAt: null }
    return { ...team, points, reachedAt, rank: rankOf(points) }
  })
  const teams = all.filter(({ hidden }) => !hidden).sort((a, b) => a.rank - b.rank || compareStandings(a, b))
  return { teams, byId: new Map(all.map((team) => [team.teamId, team])), roster: live.roster }
}

/** Made once while neither the teams nor the freeze change: awards do not change it. */
export function createFrozenStandings() {
  let made: { readonly roster: object; readonly freeze: Freeze; readonly shown: RankedTeams } | null = null
  return (live: RankedTeams, freeze: Freeze): RankedTeams => {
    if (made?.roster !== live.roster || made.freeze !== freeze) {
      made = { roster: live.roster, freeze, shown: showFrozen(live, freeze) }
    }
    return made.shown
  }
}
