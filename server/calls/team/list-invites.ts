import type { Handler } from '../../call-context'
import { findTeamOf } from '../../db/queries/teams'
import { isoTime } from '../../iso-time'

/** A captain's pending requests, or the own request of a player without a team; oldest first. */
export const listInvites: Handler<'listInvites'> = async (_input, { game, caller }) => {
  const team = await findTeamOf(game.db.read, caller.userId)
  if (team !== undefined && team.captain_id !== caller.userId) return { invites: [] }
  const rows = await game.db.read
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .innerJoin('users', 'users.user_id', 'invites.user_id')
    .$if(team === undefined, (query) => query.where('invites.user_id', '=', caller.userId))
    .$if(team !== undefined, (query) => query.where('invites.team_id', '=', team?.team_id ?? ''))
    .orderBy('invites.created_at')
    .orderBy('invites.user_id')
    .select([
      'teams.team_id',
      'teams.team_name',
      'users.user_id as player_id',
      'users.nickname',
      'users.first_name',
      'users.last_name',
      'invites.created_at',
    ])
    .execute()
  return { invites: rows.map((row) => ({ ...row, created_at: isoTime(row.created_at) })) }
}
