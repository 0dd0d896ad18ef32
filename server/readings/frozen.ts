import { compareStandings, rankTeams } from '#rules/ranking'
import type { Freeze } from '../db/queries/freeze'
import type { RankedTeams } from './standings'

/**
 * The ranking as everybody sees it from a freeze until the reveal (rule 16). Teams that were disbanded since
 * still count for the ranks of others; a team that was founded since has no points and moves nobody.
 */
export function showFrozen(roster: RankedTeams['roster'], { scores }: Freeze): RankedTeams {
  const ranked = rankTeams(scores.filter(({ teamId, hidden }) => !(roster.get(teamId)?.hidden ?? hidden)))
  const rankOf = (points: number) => 1 + ranked.filter((other) => other.points > points).length
  const frozen = new Map(scores.map((score) => [score.teamId, score]))
  const all = [...roster.values()].map((team) => {
    const { points, reachedAt } = frozen.get(team.teamId) ?? { points: 0, reachedAt: null }
    return { ...team, points, reachedAt, rank: rankOf(points) }
  })
  const teams = all.filter(({ hidden }) => !hidden).sort((a, b) => a.rank - b.rank || compareStandings(a, b))
  return { teams, byId: new Map(all.map((team) => [team.teamId, team])), roster }
}
