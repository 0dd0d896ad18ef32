import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import { judgeAward } from '#rules/award'
import { recordEntry } from '../db/ledger'
import { findCoolingAwards, findOffers } from '../db/queries/award-facts'
import { readSettings } from '../db/queries/settings'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireStandingTeam } from './correction'

export interface GivenAward {
  readonly teamId: string
  readonly vendorId: string
  readonly pointType: string
  /** When the team earned it (ms). */
  readonly madeAt: number
}

/** Gives what a booth should have given. The rules for its own awards hold: its types, the event's time and the pause. */
export async function giveAward(
  game: CorrectionGame,
  by: By,
  { teamId, vendorId, pointType, madeAt }: GivenAward,
): Promise<string> {
  const now = game.now()
  const awardId = randomUUID()
  await game.db.write({ on: 'ledger', teamIds: [teamId] }, async (db, tell) => {
    const team = await requireStandingTeam(db, teamId)
    const offer = (await findOffers(db, [vendorId])).find(({ point_type }) => point_type === pointType)
    if (offer === undefined) throw new Refusal('POINT_TYPE_NOT_ALLOWED')
    const pauseMs = offer.cooldown_seconds * 1000
    const scope = { vendor_id: vendorId, team_id: teamId, point_type: pointType }
    const recorded = await findCoolingAwards(db, [{ ...scope, earliest: madeAt - pauseMs, latest: madeAt + pauseMs }])
    const verdict = judgeAward({
      queuedMs: Math.max(0, now - madeAt),
      madeAt,
      isStaffOfBooth: true,
      cooldownSeconds: offer.cooldown_seconds,
      teamStands: true,
      event: await readSettings(db),
      recorded: recorded.map(({ awarded_at }) => ({ madeAt: awarded_at })),
    })
    if (verdict !== 'RECORD') throw new Refusal(verdict)
    await recordEntry(db, {
      ...{ ...scope, award_id: awardId, kind: 'award', points: offer.points, nfc_id: null },
      ...{ awarded_at: madeAt, received_at: now, user_id: by.userId, reason: by.reason },
    })
    tell({ of: calls.awardPoints.touches, teams: [teamId], vendors: [vendorId] })
    const about = `${team.team_name}: ${offer.label}, ${offer.points}`
    await audit(db, now, by, { what: 'award', about, team_id: teamId, award_id: awardId })
  })
  return awardId
}
