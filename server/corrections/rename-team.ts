import { calls } from '#contract/calls'
import { uniqueTeamName } from '#rules/team-name'
import { isTeamNameTaken, readConcerned } from '../db/queries/teams'
import { readVendorIds } from '../db/queries/vendors'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

/** Rule 3 holds for the new name too. */
export async function renameTeam(game: CorrectionGame, by: By, teamId: string, teamName: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    if (team.team_name === teamName) return tell('nobody')
    if (await isTeamNameTaken(db, teamName, teamId)) throw new Refusal('TEAM_NAME_TAKEN')
    const name_key = uniqueTeamName(teamName)
    await db.updateTable('teams').set({ team_name: teamName, name_key }).where('team_id', '=', teamId).execute()
    const [users, vendors] = [await readConcerned(db, teamId), await readVendorIds(db)]
    tell({ of: calls.renameTeam.touches, users, vendors })
    await audit(db, now, by, { what: 'rename_team', about: `${team.team_name} → ${teamName}`, team_id: teamId })
  })
}
