import { calls } from '#contract/calls'
import { mayStillVoid } from '#rules/award-time'
import type { Handler } from '../../call-context'
import type { Reader, Writer } from '../../db/database'
import { voidEntry } from '../../db/ledger'
import { findOwnAward, readAwardForBooth } from '../../db/queries/awards'
import { findLateAward, keepIfLate } from '../../db/queries/late-entries'
import { readSettings } from '../../db/queries/settings'
import { Refusal } from '../../refusal'

/** What a void is about: an award of the ledger, or one that came late itself, whose void is late too. */
async function findVoidable(db: Reader | Writer, awardId: string, userId: string) {
  const recorded = await findOwnAward(db, awardId, userId)
  if (recorded !== undefined) return { ...recorded, isRecorded: true }
  const late = await findLateAward(db, awardId, userId)
  if (late === undefined) throw new Refusal('AWARD_NOT_FOUND')
  return { ...late, voided_at: null, isRecorded: false }
}

/** Rule 12: a booth voids one of its own awards. Voiding it again is OK. Once results are closed the organiser decides (rule 17). */
export const voidAward: Handler<'voidAward'> = async ({ award_id, user_id, queued_ms = 0 }, { game, caller }) => {
  if (user_id !== undefined && user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const { vendorId } = caller
  if (vendorId === null) throw new Refusal('FORBIDDEN')
  const now = game.now()
  const { team_id } = await findVoidable(game.db.read, award_id, caller.userId)
  const award = await game.db.write({ on: 'ledger', teamIds: [team_id] }, async (db, tell) => {
    const known = await findVoidable(db, award_id, caller.userId)
    if (known.vendor_id !== vendorId) throw new Refusal('FORBIDDEN')
    tell('nobody')
    if (known.voided_at === null) {
      if (!mayStillVoid(known.received_at, now, queued_ms)) throw new Refusal('VOID_TOO_LATE')
      const { point_type, points, isRecorded } = known
      const times = { made_at: now - queued_ms, received_at: now, user_id: caller.userId }
      const sent = {
        kind: 'void',
        award_id: known.award_id,
        team_id,
        vendor_id: vendorId,
        point_type,
        points,
        nfc_id: null,
        ...times,
      } as const
      if (await keepIfLate(db, sent, !isRecorded || (await readSettings(db)).closedAt !== null)) return null
      await voidEntry(db, known, { voided_at: now, user_id: caller.userId })
      tell({ of: calls.voidAward.touches, teams: [team_id], vendors: [vendorId] })
    }
    return await readAwardForBooth(db, known.award_id)
  })
  if (award === null) throw new Refusal('KEPT_FOR_ORGANISER')
  return { award: { ...award, award_id } }
}
