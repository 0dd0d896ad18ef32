import { calls } from '#contract/calls'
import { teamNameKey } from '#rules/team-name'
import type { Handler } from '../../call-context'
import { disband, readConcerned } from '../../db/queries/teams'
import { readVendorIds } from '../../db/queries/vendors'
import { Refusal } from '../../refusal'
import { requireCaptain } from './team-guards'

/** Rule 6: only for the captain, who has to type the name so that no team is disbanded by accident. */
export const disbandTeam: Handler<'disbandTeam'> = async ({ team_name }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireCaptain(db, caller.userId)
    if (teamNameKey(team_name) !== teamNameKey(team.team_name)) throw new Refusal('TEAM_NAME_MISMATCH')
    tell({ of: calls.disbandTeam.touches, users: await readConcerned(db, team.team_id), vendors: await readVendorIds(db) })
    await disband(db, team.team_id, now)
  })
  return {}
}
