import { teamNameKey } from '#rules/team-name'
import { plainText } from '#rules/text'
import type { Reader } from '#server/db/database'
import { Failure } from '#server/failure'

export interface NamedTeam {
  readonly team_id: string
  readonly team_name: string
}

const listed = (teams: readonly NamedTeam[]) => teams.map(({ team_id, team_name }) => `"${team_name}" (${team_id})`).join(', ')

/** Finds a team that stands by its id or its name. Throws `Failure` if none fits or several do, and then shows them. */
export async function findNamedTeam(db: Reader, typed: string): Promise<NamedTeam> {
  const key = teamNameKey(typed)
  const teams = await db
    .selectFrom('teams')
    .where('disbanded_at', 'is', null)
    .orderBy('team_name')
    .select(['team_id', 'team_name'])
    .execute()
  const fitting = teams.filter(({ team_id, team_name }) => team_id === plainText(typed) || teamNameKey(team_name) === key)
  const [team, ...others] = fitting
  if (team !== undefined && others.length === 0) return team
  if (team !== undefined) throw new Failure(`"${typed}" fits ${fitting.length} teams: write the id. ${listed(fitting)}.`)
  const similar = key === '' ? [] : teams.filter(({ team_name }) => teamNameKey(team_name).includes(key)).slice(0, 20)
  throw new Failure(`No team has the id or name "${typed}".${similar.length === 0 ? '' : ` Similar: ${listed(similar)}.`}`)
}
