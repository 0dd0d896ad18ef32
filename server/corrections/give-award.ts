import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import { judgeAward } from '#rules/award'
import type { Writer } from '../db/database'
import { recordEntry } from '../db/ledger'
import { findCoolingAwards, findOffers } from '../db/queries/awards'
import { readSettings } from '../db/queries/settings'
import type { AwardsTable } from '../db/tables'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

export interface GivenAward {
  readonly teamId: string
  readonly vendorId: string
  readonly pointType: string
  /** When the team earned it (ms). */
  readonly madeAt: number
}

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
  const span = { vendor_id, team_id, point_type, earliest: awarded_at - pauseMs, latest: awarded_at + pauseMs }
  const recorded = await findCoolingAwards(db, [span])
  const verdict = judgeAward({
    queuedMs,
    madeAt: awarded_at,
    isStaffOfBooth: true,
    cooldownSeconds: offer.cooldown_seconds,
    isTeamActive: true,
    event: await readSettings(db),
    // What the organiser does is always possible.
    isClosed: false,
    recorded: recorded.map((one) => ({ madeAt: one.awarded_at })),
  })
  if (verdict !== 'RECORD') throw new Refusal(verdict)
  const points = award.points ?? offer.points
  await recordEntry(db, { ...award, points, kind: 'award', nfc_id: null })
  return `${offer.label}, ${points}`
}

/** Gives what a booth should have given. */
export async function giveAward(
  game: CorrectionGame,
  by: By,
  { teamId, vendorId, pointType, madeAt }: GivenAward,
): Promise<string> {
  const now = game.now()
  const awardId = randomUUID()
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, tell) => {
    const team = await requireActiveTeam(db, teamId)
    const given = { award_id: awardId, team_id: teamId, vendor_id: vendorId, point_type: pointType, awarded_at: madeAt }
    const entry = { ...given, received_at: now, user_id: by.userId, reason: by.reason }
    const about = `${team.team_name}: ${await recordJudged(db, entry, Math.max(0, now - madeAt))}`
    tell({ of: calls.awardPoints.touches, teams: [teamId], vendors: [vendorId] })
    await audit(db, now, by, { what: 'award', about, team_id: teamId, award_id: awardId })
  })
  return awardId
}
