import { calls } from '#contract/calls'
import { mayStillVoid } from '#rules/award-time'
import type { Handler } from '../../call-context'
import { voidEntry } from '../../db/ledger'
import { findAward, readAwardForBooth } from '../../db/queries/awards'
import { Refusal } from '../../refusal'

/** Rule 12: a booth voids one of its own awards. Voiding it again is OK. */
export const voidAward: Handler<'voidAward'> = async ({ award_id, user_id }, { game, caller }) => {
  if (user_id !== undefined && user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const { vendorId } = caller
  if (vendorId === null) throw new Refusal('FORBIDDEN')
  const now = game.now()
  const teamId = (await findAward(game.db.read, award_id))?.team_id
  if (teamId === undefined) throw new Refusal('AWARD_NOT_FOUND')
  const award = await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, tell) => {
    const known = await findAward(db, award_id)
    if (known === undefined) throw new Refusal('AWARD_NOT_FOUND')
    if (known.vendor_id !== vendorId) throw new Refusal('FORBIDDEN')
    tell('nobody')
    if (known.voided_at === null) {
      if (!mayStillVoid(known.received_at, now)) throw new Refusal('VOID_TOO_LATE')
      await voidEntry(db, known, { voided_at: now, user_id: caller.userId })
      tell({ of: calls.voidAward.touches, teams: [teamId], vendors: [vendorId] })
    }
    return await readAwardForBooth(db, award_id)
  })
  return { award }
}
