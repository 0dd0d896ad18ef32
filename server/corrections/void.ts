import { calls } from '#contract/calls'
import { voidEntry } from '../db/ledger'
import { findAward, readAward } from '../db/queries/awards'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

/** Voids any entry of the ledger, at any time. Voiding it again is OK. */
export async function voidAward(game: CorrectionGame, by: By, awardId: string): Promise<void> {
  const now = game.now()
  const teamId = (await findAward(game.db.read, awardId))?.team_id
  if (teamId === undefined) throw new Refusal('AWARD_NOT_FOUND')
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, tell) => {
    const known = await findAward(db, awardId)
    if (known === undefined) throw new Refusal('AWARD_NOT_FOUND')
    tell('nobody')
    if (known.voided_at !== null) return
    await voidEntry(db, known, { voided_at: now, user_id: by.userId })
    const { team_name, label } = await readAward(db, awardId)
    const about = `${team_name}: ${label}, ${known.points}`
    tell({ of: calls.voidAnyAward.touches, teams: [teamId], vendors: known.vendor_id === null ? [] : [known.vendor_id] })
    await audit(db, now, by, { what: 'void_award', about, team_id: teamId, award_id: awardId })
  })
}
