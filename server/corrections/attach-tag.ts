import { calls } from '#contract/calls'
import { findTag } from '../db/queries/tags'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

/** Gives a team a new tag, for example if its own is lost. The old one is free again. */
export async function attachTag(game: CorrectionGame, by: By, teamId: string, nfcId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    const tag = await findTag(db, nfcId)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (tag.nfc_type !== 'team') throw new Refusal('TAG_WRONG_TYPE')
    if (tag.team_id === teamId) return tell('nobody')
    if (tag.team_id !== null) throw new Refusal('TAG_TAKEN')
    await db.updateTable('tags').set({ team_id: null }).where('team_id', '=', teamId).execute()
    await db.updateTable('tags').set({ team_id: teamId }).where('nfc_id', '=', nfcId).execute()
    // Booths find teams by their tags, in the list of all teams.
    tell({ of: calls.attachTag.touches, to: 'staff' })
    await audit(db, now, by, { what: 'attach_tag', about: `${team.team_name}: ${nfcId}`, team_id: teamId })
  })
}
