import type { User } from '#contract/entities'
import type { Reader, Writer } from '../database'
import { readScore } from './standings'
import { countMembers, findTeamOf } from './teams'

async function readTeamOf(db: Reader | Writer, userId: string): Promise<User['team']> {
  const team = await findTeamOf(db, userId)
  if (team === undefined) return null
  return {
    team_id: team.team_id,
    team_name: team.team_name,
    is_captain: team.captain_id === userId,
    ...(await readScore(db, team.team_id)),
    member_count: await countMembers(db, team.team_id),
  }
}

async function readPendingTeam(db: Reader | Writer, userId: string): Promise<User['pending_team']> {
  const team = await db
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .where('invites.user_id', '=', userId)
    .select(['teams.team_id', 'teams.team_name'])
    .executeTakeFirst()
  return team ?? null
}

/** A person as they see themselves. */
export async function readUser(db: Reader | Writer, userId: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.user_id', '=', userId)
    .select([
      'users.user_id',
      'users.first_name',
      'users.last_name',
      'users.nickname',
      'users.email',
      'users.mobile',
      'users.vendor_id',
      'vendors.name as vendor_name',
    ])
    .executeTakeFirstOrThrow()
  const { user_id, vendor_name, ...profile } = row
  return {
    id: user_id,
    ...profile,
    vendor: row.vendor_id === null || vendor_name === null ? null : { vendor_id: row.vendor_id, name: vendor_name },
    team: await readTeamOf(db, userId),
    pending_team: await readPendingTeam(db, userId),
  }
}
