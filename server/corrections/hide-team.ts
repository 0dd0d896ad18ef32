import { calls } from '#contract/calls'
import { readApplicants } from '../db/queries/teams'
import { readVendorIds } from '../db/queries/vendors'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

/** Rule 15. Requests to join end, because those who asked may no longer see the team. Hiding a hidden team is OK. */
export async function hideTeam(game: CorrectionGame, by: By, teamId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    if (team.hidden_at !== null) return tell('nobody')
    const asking = await readApplicants(db, teamId)
    tell({
      of: calls.hideTeam.touches,
      users: asking,
      captainsOf: asking.length > 0 ? [teamId] : [],
      vendors: await readVendorIds(db),
    })
    await db.updateTable('teams').set({ hidden_at: now }).where('team_id', '=', teamId).execute()
    await db.deleteFrom('invites').where('team_id', '=', teamId).execute()
    await audit(db, now, by, { what: 'hide_team', about: team.team_name, team_id: teamId })
  })
}

export async function showTeam(game: CorrectionGame, by: By, teamId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    if (team.hidden_at === null) return tell('nobody')
    tell({ of: calls.showTeam.touches, vendors: await readVendorIds(db) })
    await db.updateTable('teams').set({ hidden_at: null }).where('team_id', '=', teamId).execute()
    await audit(db, now, by, { what: 'show_team', about: team.team_name, team_id: teamId })
  })
}
