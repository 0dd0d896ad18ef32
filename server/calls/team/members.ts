import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { logTeam } from '../../db/queries/team-log'
import { chooseCaptain, disband, findTeamOf, readConcerned, readMembers } from '../../db/queries/teams'
import { readVendorIds } from '../../db/queries/vendors'
import { isoTime } from '../../iso-time'
import { Refusal } from '../../refusal'
import { requireOwnTeam, requireTeam } from './team-guards'

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

/** Rule 5: a captain removes a member, or a member leaves with their own id. */
export const removePlayer: Handler<'removePlayer'> = async ({ player_id }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireOwnTeam(db, caller.userId)
    if (player_id !== caller.userId && team.captain_id !== caller.userId) throw new Refusal('NOT_CAPTAIN')
    const members = await readMembers(db, team.team_id)
    const remaining = members.filter((member) => member.user_id !== player_id)
    if (remaining.length === members.length) throw new Refusal('PLAYER_NOT_FOUND')

    const captain = chooseCaptain(remaining)
    if (captain === null) {
      const [users, vendors] = [await readConcerned(db, team.team_id), await readVendorIds(db)]
      tell({ of: calls.removePlayer.touches, users, vendors })
      await disband(db, team.team_id, now)
      return
    }
    tell({ of: calls.removePlayer.touches, users: [player_id, captain], teams: [team.team_id] })
    await db.deleteFrom('memberships').where('user_id', '=', player_id).execute()
    const what = player_id === caller.userId ? 'left' : 'removed'
    await logTeam(db, { team_id: team.team_id, at: now, what, user_id: player_id, by_user_id: caller.userId })
    if (player_id === team.captain_id) {
      await db.updateTable('teams').set({ captain_id: captain }).where('team_id', '=', team.team_id).execute()
    }
  })
  return {}
}
