import { calls } from '#contract/calls'
import { moveAwardErrors } from '#texts/errors'
import type { Writer } from '../db/database'
import { recordEntry, voidEntry } from '../db/ledger'
import { findAward, findBonusAward, readAward } from '../db/queries/awards'
import { hashSecret } from '../random'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

/** The id of what is recorded for the other team, the same whenever and wherever an award is moved (a UUID of version 8). */
function movedId(awardId: string): string {
  const digits = hashSecret(`moved:${awardId}`)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}

/** The tag of a moved bonus; null if a void entry of the team holds it already (rule 11). */
async function tagFor(db: Writer, teamId: string, nfcId: string | null): Promise<string | null> {
  const collected = nfcId === null ? undefined : await findBonusAward(db, teamId, nfcId)
  if (collected === undefined) return nfcId
  if ((await findAward(db, collected))?.voided_at == null) throw new Refusal('TAG_TAKEN', {}, moveAwardErrors.collected)
  return null
}

/**
 * Gives an entry of the ledger to the team that earned it: voids it there and records it here in one transaction, at its time
 * made and with its points, whatever pauses say. Moving it again to the same team changes nothing. Returns the new entry's id.
 */
export async function moveAward(game: CorrectionGame, by: By, awardId: string, teamId: string): Promise<string> {
  const now = game.now()
  const newId = movedId(awardId)
  const from = (await findAward(game.db.read, awardId))?.team_id
  if (from === undefined) throw new Refusal('AWARD_NOT_FOUND')
  await game.db.write({ on: 'ledger', teamIds: [from, teamId] }, async (db, tell) => {
    tell('nobody')
    const team = await requireActiveTeam(db, teamId)
    if ((await findAward(db, newId))?.team_id === teamId) return
    if (team.hidden_at !== null) throw new Refusal('TEAM_NOT_FOUND', {}, moveAwardErrors.hidden)
    const award = await findAward(db, awardId)
    if (award === undefined) throw new Refusal('AWARD_NOT_FOUND')
    if (award.team_id === teamId) throw new Refusal('INVALID_INPUT', { fields: { team_id: moveAwardErrors.sameTeam } })
    if (award.voided_at !== null) throw new Refusal('AWARD_CONFLICT', {}, moveAwardErrors.voided)
    const { voided_at: _never, ...entry } = award
    await voidEntry(db, entry, { voided_at: now, user_id: by.userId })
    await recordEntry(db, {
      ...entry,
      ...{ award_id: newId, team_id: teamId, nfc_id: await tagFor(db, teamId, entry.nfc_id) },
      ...{ received_at: now, reason: by.reason },
    })
    const vendors = entry.vendor_id === null ? [] : [entry.vendor_id]
    tell({ of: calls.moveAward.touches, teams: [from, teamId], vendors })
    const { team_name, label } = await readAward(db, awardId)
    const about = `${team_name} → ${team.team_name}: ${label}, ${entry.points}`
    await audit(db, now, by, { what: 'move_award', about, team_id: from, award_id: awardId })
  })
  return newId
}
