import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import type { Nfc } from '#contract/entities'
import { isScanInsideEvent, isTooOld, scanMadeAt } from '#rules/award-time'
import type { Writer } from '../../db/database'
import { recordEntry } from '../../db/ledger'
import { findBonusAward, readAward } from '../../db/queries/awards'
import { keepIfLate } from '../../db/queries/late-entries'
import { readSettings } from '../../db/queries/settings'
import { findMembership } from '../../db/queries/teams'
import type { Tables } from '../../db/tables'
import type { Game } from '../../game'
import { Refusal } from '../../refusal'

type Collected = Pick<Nfc, 'award' | 'already_collected'>

async function pointsOf(db: Writer, pointType: string): Promise<number> {
  const type = await db.selectFrom('point_types').where('point_type', '=', pointType).select('points').executeTakeFirstOrThrow()
  return type.points
}

/**
 * Rule 11: once per team, whichever member scans it. A collected bonus is answered before any other rule is checked; once results
 * are closed the organiser decides (rule 17).
 */
export async function collectBonus(game: Game, userId: string, tag: Tables['tags'], queuedMs: number): Promise<Collected> {
  const receivedAt = game.now()
  const membership = await findMembership(game.db.read, userId)
  if (membership === undefined) throw new Refusal('NOT_IN_TEAM')
  const { team_id, joined_at: joinedAt } = membership
  const scan = { receivedAt, queuedMs, joinedAt }
  const { nfc_id, point_type } = tag
  if (point_type === null) throw new Error('a bonus tag without a point type')

  const collected = await game.db.write({ on: 'ledger', teamIds: [team_id] }, async (db, tell) => {
    const known = await findBonusAward(db, team_id, nfc_id)
    tell(known === undefined ? { of: calls.scan.touches, teams: [team_id] } : 'nobody')
    if (known !== undefined) return { award: await readAward(db, known), already_collected: true }
    const settings = await readSettings(db)
    const [award_id, madeAt] = [randomUUID(), scanMadeAt(scan)]
    const bonus = { award_id, kind: 'bonus', team_id, vendor_id: null, point_type, user_id: userId, nfc_id } as const
    const content = { ...bonus, points: await pointsOf(db, point_type), received_at: receivedAt }
    if (await keepIfLate(db, { ...content, made_at: madeAt }, settings.closedAt !== null)) return null
    if (isTooOld(queuedMs)) throw new Refusal('AWARD_TOO_OLD')
    if (!isScanInsideEvent(scan, settings)) throw new Refusal('EVENT_CLOSED')
    await recordEntry(db, { ...content, awarded_at: madeAt, reason: null })
    return { award: await readAward(db, award_id), already_collected: false }
  })
  if (collected === null) throw new Refusal('KEPT_FOR_ORGANISER')
  return collected
}
