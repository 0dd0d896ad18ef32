import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { logTeam } from '../../db/queries/team-log'
import { chooseCaptain, disband, readConcerned, readMembers } from '../../db/queries/teams'
import { readVendorIds } from '../../db/queries/vendors'
import { Refusal } from '../../refusal'
import { requireOwnTeam } from './team-guards'

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
