import { sql } from 'kysely'
import { uniqueTeamName } from '#rules/team-name'
import type { Reader } from '../database'
import { fitOf } from './find-people'

export interface FittingTeam {
  readonly teamId: string
  /** 0 for the whole name, id or tag, 1 for its beginning, 2 for a part. */
  readonly fit: number
}

/** Teams by their names, ids and tags. Ids are found as they are written, because folding a name would mix up letters and digits. */
export async function findTeams(db: Reader, query: string): Promise<FittingTeam[]> {
  const key = uniqueTeamName(query)
  if (key === '') return []
  const names = sql<string>`(${'\n'} || teams.name_key || ${'\n'})`
  const ids = sql<string>`lower(${'\n'} || teams.team_id || ${'\n'} || coalesce(tags.nfc_id, '') || ${'\n'})`
  const rows = await db
    .selectFrom('teams')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .where('teams.disbanded_at', 'is', null)
    .select(['teams.team_id', fitOf(names, key).as('by_name'), fitOf(ids, query.trim().toLowerCase()).as('by_id')])
    .execute()
  return rows.flatMap(({ team_id, by_name, by_id }) => {
    if (by_name === null && by_id === null) return []
    return [{ teamId: team_id, fit: Math.min(by_name ?? 2, by_id ?? 2) }]
  })
}
