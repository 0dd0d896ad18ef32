import { teamNameKey } from '#rules/team-name'

/** Whether a team's name contains what was typed, by the same likeness that keeps names apart (rule 3). */
export function matchesSearch(teamName: string, typed: string): boolean {
  return teamNameKey(teamName).includes(teamNameKey(typed))
}
