import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { requireInvite } from './invite-guards'
import { requireCaptain } from './team-guards'

/** Rule 4: the captain rejects a player, or the player withdraws with their own id. */
export const rejectInvite: Handler<'rejectInvite'> = async ({ player_id }, { game, caller, push }) => {
  const teamId = await game.db.write({ on: 'roster' }, async (db, tell) => {
    const own = player_id === caller.userId ? undefined : (await requireCaptain(db, caller.userId)).team_id
    const requested = await requireInvite(db, player_id, own)
    await db.deleteFrom('invites').where('user_id', '=', player_id).execute()
    tell({ of: calls.rejectInvite.touches, users: [player_id], captainsOf: [requested] })
    return requested
  })
  // A withdrawn request has no answer.
  if (player_id !== caller.userId) push.answer(player_id, teamId, false)
  return {}
}
