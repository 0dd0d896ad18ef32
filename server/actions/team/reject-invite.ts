import type { Handler } from '../../call-context'
import { requireInvite } from './invite-guards'
import { requireCaptain } from './team-guards'

/** Rule 4: the captain rejects a player, or the player withdraws with their own id. */
export const rejectInvite: Handler<'rejectInvite'> = async ({ player_id }, { game, caller }) => {
  await game.db.write({ on: 'roster' }, async (db) => {
    if (player_id === caller.userId) await requireInvite(db, player_id)
    else await requireInvite(db, player_id, (await requireCaptain(db, caller.userId)).team_id)
    await db.deleteFrom('invites').where('user_id', '=', player_id).execute()
  })
  return {}
}
