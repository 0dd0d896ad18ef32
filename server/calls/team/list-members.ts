import type { Handler } from '../../call-context'
import { findTeamOf, readMembers } from '../../db/queries/teams'
import { isoTime } from '../../iso-time'
import { requireTeam } from './team-guards'

/** Members, longest-standing first. Full names are only for members of the same team. */
export const listMembers: Handler<'listMembers'> = async ({ team_id }, { game, caller }) => {
  const ownTeam = await findTeamOf(game.db.read, caller.userId)
  const own = ownTeam?.team_id === team_id
  const team = own ? ownTeam : await requireTeam(game.db.read, team_id)
  const members = (await readMembers(game.db.read, team_id)).map((member) => ({
    player_id: member.user_id,
    nickname: member.nickname,
    is_captain: member.user_id === team.captain_id,
    joined_at: isoTime(member.joined_at),
    ...(own ? { first_name: member.first_name, last_name: member.last_name } : {}),
  }))
  return { members }
}
