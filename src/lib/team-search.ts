import { teamNameKey } from '#rules/team-name'

interface Named {
  readonly team_name: string
}

/** Keys cost far more than looking for one in another, and a refresh brings the same objects for teams that have not changed. */
const keys = new WeakMap<Named, string>()

function keyOf(team: Named): string {
  const known = keys.get(team)
  if (known !== undefined) return known
  const key = teamNameKey(team.team_name)
  keys.set(team, key)
  return key
}

/** The teams whose name contains what was typed, by the same likeness that keeps names apart (rule 3). */
export function teamsNamedLike<Team extends Named>(teams: readonly Team[], typed: string): readonly Team[] {
  const wanted = teamNameKey(typed)
  return wanted === '' ? teams : teams.filter((team) => keyOf(team).includes(wanted))
}
