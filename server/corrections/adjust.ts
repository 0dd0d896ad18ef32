import { calls } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { recordEntry } from '../db/ledger'
import { ensureAdjustmentType } from '../db/queries/adjustment-type'
import { findAward } from '../db/queries/awards'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

export interface Adjustment {
  readonly awardId: string
  readonly teamId: string
  readonly points: number
}

/** Rule 14: adds points to a team, or takes them. The same id counts once. */
export async function adjust(game: CorrectionGame, by: By, { awardId, teamId, points }: Adjustment): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, tell) => {
    tell('nobody')
    const known = await findAward(db, awardId)
    if (known !== undefined) {
      const isSame = known.kind === 'adjustment' && known.team_id === teamId && known.points === points
      if (!isSame) throw new Refusal('AWARD_CONFLICT')
      return
    }
    const team = await requireStandingTeam(db, teamId)
    await ensureAdjustmentType(db)
    await recordEntry(db, {
      ...{ award_id: awardId, kind: 'adjustment', team_id: teamId, point_type: ADJUSTMENT_TYPE, points },
      ...{ awarded_at: now, received_at: now, user_id: by.userId, reason: by.reason, vendor_id: null, nfc_id: null },
    })
    const about = `${team.team_name}: ${points > 0 ? '+' : ''}${points}`
    tell({ of: calls.adjustPoints.touches, teams: [teamId] })
    await audit(db, now, by, { what: 'adjust', about, team_id: teamId, award_id: awardId })
  })
}
