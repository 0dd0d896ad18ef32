import type { Reader } from '../database'
import { statement } from '../statement'

export type Profile = Awaited<ReturnType<typeof readProfile>>

const profile = statement<{ userId: string }>()((db, { userId }) =>
  db
    .selectFrom('users')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .leftJoin('invites', 'invites.user_id', 'users.user_id')
    .leftJoin('teams as pending', 'pending.team_id', 'invites.team_id')
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
      'teams.team_id',
      'teams.team_name',
      'teams.captain_id',
      'pending.team_id as pending_team_id',
      'pending.team_name as pending_team_name',
    ])
    .compile(),
)

/** An account with its booth, its team and the team it asked to join, in one query: everybody asks for it all the time. */
export async function readProfile(db: Reader, userId: string) {
  const [row] = await profile(db, { userId })
  if (row === undefined) throw new Error('a session without an account')
  return row
}
