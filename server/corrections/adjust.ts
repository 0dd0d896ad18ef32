import { calls } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { ADJUSTMENT } from '#texts/nouns'
import type { Writer } from '../db/database'
import { recordEntry } from '../db/ledger'
import { findAward } from '../db/queries/awards'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

export interface Adjustment {
  readonly awardId: string
  readonly teamId: string
  readonly points: number
}

/** Made with the first adjustment: an event without any has only the types of its file. */
async function ensureAdjustmentType(db: Writer): Promise<void> {
  await db
    .insertInto('point_types')
    .values({ point_type: ADJUSTMENT_TYPE, label: ADJUSTMENT, points: 0, cooldown_seconds: 0, position: -1 })
    .onConflict((conflict) => conflict.column('point_type').doNothing())
    .execute()
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
    const team = await requireActiveTeam(db, teamId)
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
