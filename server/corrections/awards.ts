import { calls } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { judgeAward } from '#rules/award'
import { moveAwardErrors } from '#texts/errors'
import { ADJUSTMENT, numeral, signed } from '#texts/nouns'
import type { Writer } from '../db/database'
import { recordEntry, voidEntry } from '../db/ledger'
import { findAward, findBonusAward, findCoolingAwards, findOffers, readAward, wasBoothClosed } from '../db/queries/awards'
import { readSettings } from '../db/queries/settings'
import type { AwardsTable } from '../db/tables'
import { uuidOf } from '../random'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

type Judged = Omit<AwardsTable, 'kind' | 'nfc_id' | 'vendor_id' | 'points'> & {
  readonly vendor_id: string
  /** Those of its type, unless they were settled before. */
  readonly points?: number
}

/**
 * Records a booth's award that the organiser vouches for, with the rules for its own: its types, the event's time and the pause. The
 * caller holds the lock of the team's ledger, and has looked that the team stands. Returns the entry's words for the audit trail.
 */
export async function recordJudged(db: Writer, award: Judged, queuedMs: number): Promise<string> {
  const { vendor_id, team_id, point_type, awarded_at } = award
  const offer = (await findOffers(db, [vendor_id])).find((one) => one.point_type === point_type)
  if (offer === undefined) throw new Refusal('POINT_TYPE_NOT_ALLOWED')
  const pauseMs = offer.cooldown_seconds * 1000
  const span = { vendor_id, team_id, point_type, awarded_at: awarded_at - pauseMs }
  const recorded = await findCoolingAwards(db, [span])
  const verdict = judgeAward({
    queuedMs,
    madeAt: awarded_at,
    isStaffOfBooth: true,
    cooldownSeconds: offer.cooldown_seconds,
    isTeamActive: true,
    event: await readSettings(db),
    boothClosed: wasBoothClosed(offer, awarded_at),
    // What the organiser does is always possible.
    isClosed: false,
    recorded: recorded.map((one) => ({ madeAt: one.awarded_at })),
  })
  if (verdict !== 'RECORD') throw new Refusal(verdict)
  const points = award.points ?? offer.points
  await recordEntry(db, { ...award, points, kind: 'award', nfc_id: null })
  return `${offer.label}, ${points}`
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
  // The same whenever and wherever the award is moved.
  const newId = uuidOf(`moved:${awardId}`)
  const from = (await findAward(game.db.read, awardId))?.team_id
  if (from === undefined) throw new Refusal('AWARD_NOT_FOUND')
  await game.db.write({ on: 'ledger', teamIds: [from, teamId] }, async (db, notify) => {
    notify('nobody')
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
    notify({ of: calls.moveAward.touches, teams: [from, teamId], vendors })
    const { team_name, label } = await readAward(db, awardId)
    const about = `${team_name} → ${team.team_name}: ${label}, ${numeral(entry.points)}`
    await audit(db, now, by, { what: 'move_award', about, team_id: from, award_id: awardId })
  })
  return newId
}

interface Adjustment {
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
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, notify) => {
    notify('nobody')
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
    const about = `${team.team_name}: ${signed(points)}`
    notify({ of: calls.adjustPoints.touches, teams: [teamId] })
    await audit(db, now, by, { what: 'adjust', about, team_id: teamId, award_id: awardId })
  })
}

/** Voids any entry of the ledger, at any time. Voiding it again is OK. */
export async function voidAward(game: CorrectionGame, by: By, awardId: string): Promise<void> {
  const now = game.now()
  const teamId = (await findAward(game.db.read, awardId))?.team_id
  if (teamId === undefined) throw new Refusal('AWARD_NOT_FOUND')
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, notify) => {
    const known = await findAward(db, awardId)
    if (known === undefined) throw new Refusal('AWARD_NOT_FOUND')
    notify('nobody')
    if (known.voided_at !== null) return
    await voidEntry(db, known, { voided_at: now, user_id: by.userId })
    const { team_name, label } = await readAward(db, awardId)
    const about = `${team_name}: ${label}, ${numeral(known.points)}`
    notify({ of: calls.voidAnyAward.touches, teams: [teamId], vendors: known.vendor_id === null ? [] : [known.vendor_id] })
    await audit(db, now, by, { what: 'void_award', about, team_id: teamId, award_id: awardId })
  })
}
