import { rankTeams } from '#rules/ranking'
import type { Reader } from '#server/db/database'
import { readStandings } from '#server/db/queries/scores'

/** Every team that has a place, by place: as it is now, also during a freeze. */
export async function readPlaces(db: Reader) {
  return rankTeams((await readStandings(db)).filter(({ hidden }) => !hidden))
}

/** Names and numbers of each team's members, the captain first. */
export async function readMembers(db: Reader) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .orderBy((eb) => eb.case().when('teams.captain_id', '=', eb.ref('users.user_id')).then(0).else(1).end())
    .orderBy('memberships.joined_at')
    .orderBy('users.user_id')
    .select(['teams.team_id', 'users.first_name', 'users.last_name', 'users.mobile'])
    .execute()
  const members = new Map<string, typeof rows>()
  for (const row of rows) members.set(row.team_id, [...(members.get(row.team_id) ?? []), row])
  return members
}
