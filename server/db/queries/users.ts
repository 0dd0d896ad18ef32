import type { User } from '#contract/entities'
import { emblemOf } from '#rules/emblem'
import type { Reader } from '../database'
import { statement } from '../statement'

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
      'users.organiser_since',
      'vendors.name as vendor_name',
      'teams.team_id',
      'teams.team_name',
      'teams.captain_id',
      'teams.emblem',
      'pending.team_id as pending_team_id',
      'pending.team_name as pending_team_name',
      'pending.emblem as pending_emblem',
    ])
    .compile(),
)

/** An account with its booth, its team and its requested team; without the team's score and rank. */
export interface Profile {
  readonly person: Omit<User, 'team'>
  readonly team: Pick<NonNullable<User['team']>, 'team_id' | 'team_name' | 'emblem' | 'is_captain'> | null
}

function showTeam(team_id: string | null, team_name: string | null, picked: number | null): User['pending_team'] {
  return team_id === null || team_name === null ? null : { team_id, team_name, emblem: emblemOf(team_id, picked) }
}

/** A single query, because everybody requests it all the time. */
export async function readProfile(db: Reader, userId: string): Promise<Profile> {
  const [row] = await profile(db, { userId })
  if (row === undefined) throw new Error('a session without an account')
  const { user_id: id, first_name, last_name, nickname, email, mobile, vendor_id, vendor_name, captain_id } = row
  const vendor = vendor_id === null || vendor_name === null ? null : { vendor_id, name: vendor_name }
  const team = showTeam(row.team_id, row.team_name, row.emblem)
  const pending_team = showTeam(row.pending_team_id, row.pending_team_name, row.pending_emblem)
  return {
    person: {
      id,
      organiser: row.organiser_since !== null,
      first_name,
      last_name,
      nickname,
      email,
      mobile,
      vendor_id,
      vendor,
      pending_team,
    },
    team: team === null ? null : { ...team, is_captain: captain_id === id },
  }
}
