import { TEAM_NAME_MAX, teamNameKey } from '#rules/team-name'
import { isBounded } from '#rules/text'

interface NamedTeam {
  readonly team_name: string
}

/**
 * Cache of keys: computing one costs far more than a search, and a refetch keeps the objects of
 * unchanged teams.
 */
const keys = new WeakMap<NamedTeam, string>()

function keyOf(team: NamedTeam): string {
  const known = keys.get(team)
  if (known !== undefined) return known
  const key = teamNameKey(team.team_name)
  keys.set(team, key)
  return key
}

/** The key by which a typed text is compared with names; null if it is not safe to process. */
const searchKey = (typed: string) => (isBounded(typed, TEAM_NAME_MAX) ? teamNameKey(typed) : null)

/**
 * Finds teams whose name contains the typed text, compared by the same key that makes names unique
 * (rule 3).
 */
export function teamsNamedLike<Team extends NamedTeam>(
  teams: readonly Team[],
  typed: string,
): readonly Team[] {
  const wanted = searchKey(typed)
  if (wanted === null) return []
  return wanted === '' ? teams : teams.filter((team) => keyOf(team).includes(wanted))
}

interface SearchableBooth {
  readonly name: string
  readonly location: string
  readonly point_types: readonly { readonly label: string }[]
}

/**
 * Finds booths whose name, location or point types contain the typed text, compared like team names
 * (rule 3).
 */
export function boothsMatching<Booth extends SearchableBooth>(
  booths: readonly Booth[],
  typed: string,
): readonly Booth[] {
  const wanted = searchKey(typed)
  if (wanted === null) return []
  if (wanted === '') return booths
  return booths.filter(({ name, location, point_types }) =>
    [name, location, ...point_types.map(({ label }) => label)].some((text) =>
      teamNameKey(text).includes(wanted),
    ),
  )
}

const MAX_INITIALS = 2

/** The first letters of first and last name, in upper case. At most two characters. */
export function initials(firstName: string, lastName: string): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '')
  return [...letters.join('').toLocaleUpperCase('hr')].slice(0, MAX_INITIALS).join('')
}
