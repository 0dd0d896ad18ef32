import type { FoundTeam } from '#contract/organiser-entities'
import type { Ranked } from '#rules/ranking'
import type { ListedTeam } from '../../readings/standings'

/** A team as the organiser sees it: live, and with whether it is hidden. */
export function showFoundTeam({ teamId, teamName, points, rank, hidden, memberCount, emblem }: Ranked<ListedTeam>): FoundTeam {
  return { team_id: teamId, team_name: teamName, emblem, points, rank, hidden, member_count: memberCount }
}
