import { calls } from '#contract/calls'
import { findMembership } from '../db/queries/teams'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

/** Makes a member the captain, for example if the captain has gone home. */
export async function makeCaptain(game: CorrectionGame, by: By, teamId: string, playerId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    if ((await findMembership(db, playerId))?.team_id !== teamId) throw new Refusal('PLAYER_NOT_FOUND')
    if (team.captain_id === playerId) return tell('nobody')
    tell({ of: calls.makeCaptain.touches, users: [playerId, team.captain_id], teams: [teamId] })
    await db.updateTable('teams').set({ captain_id: playerId }).where('team_id', '=', teamId).execute()
    await audit(db, now, by, { what: 'make_captain', about: team.team_name, team_id: teamId, person_id: playerId })
  })
}
