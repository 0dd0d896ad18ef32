import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { addMember } from '../../db/queries/teams'
import { requireInvite } from './invite-guards'
import { requireCaptain, requirePlace } from './team-guards'

/** Rule 4: the captain accepts a player if there is a place. */
export const acceptInvite: Handler<'acceptInvite'> = async ({ player_id }, { game, caller, push }) => {
  const now = game.now()
  const teamId = await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireCaptain(db, caller.userId)
    await requireInvite(db, player_id, team.team_id)
    await requirePlace(db, team.team_id)
    await addMember(db, team.team_id, player_id, now, caller.userId)
    const { team_id } = team
    tell({ of: calls.acceptInvite.touches, users: [player_id], teams: [team_id], captainsOf: [team_id] })
    return team_id
  })
  push.answer(player_id, teamId, true)
  return {}
}
