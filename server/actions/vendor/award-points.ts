import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '#contract/calls'
import type { AwardRefusalCode } from '#contract/codes'
import type { Award, Cooldown } from '#contract/entities'
import { type AwardVerdict, isSameAward, judgeAward } from '#rules/award'
import type { Caller, Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { recordEntry } from '../../db/ledger'
import { findAward, readAward } from '../../db/queries/awards'
import { readCooldowns, readCoolingAwards } from '../../db/queries/cooldowns'
import { findOffer } from '../../db/queries/offers'
import { findRefusal, recordRefusal } from '../../db/queries/refusals'
import { readSettings } from '../../db/queries/settings'
import { findTeam } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

type Offer = Awaited<ReturnType<typeof findOffer>>

/** One award as it came in. */
interface Sent {
  readonly awardId: string
  readonly teamId: string
  readonly pointType: string
  /** The booth it is for: as the device says, else the caller's own. */
  readonly vendorId: string | null
  readonly queuedMs: number
  readonly madeAt: number
  readonly receivedAt: number
}

type Outcome =
  | { readonly is: 'recorded'; readonly award: Award; readonly duplicate: boolean }
  | { readonly is: 'refused'; readonly code: AwardRefusalCode; readonly cooldowns?: Cooldown[] }

function read(input: ParsedInput<'awardPoints'>, caller: Caller, receivedAt: number): Sent {
  const queuedMs = input.queued_ms ?? 0
  return {
    awardId: input.award_id ?? randomUUID(),
    teamId: input.team_id,
    pointType: input.point_type,
    vendorId: input.vendor_id ?? caller.vendorId,
    queuedMs,
    madeAt: receivedAt - queuedMs,
    receivedAt,
  }
}

/** What makes it this award: when it is said to have been made does not. */
function contentOf({ awardId, vendorId, teamId, pointType }: Sent, { userId }: Caller) {
  return { award_id: awardId, user_id: userId, vendor_id: vendorId, team_id: teamId, point_type: pointType }
}

async function judge(db: Writer, sent: Sent, caller: Caller, offer: Offer): Promise<AwardVerdict> {
  const pauseMs = (offer?.cooldown_seconds ?? 0) * 1000
  const scope = { vendorId: sent.vendorId ?? '', teamId: sent.teamId, pointType: sent.pointType }
  return judgeAward({
    queuedMs: sent.queuedMs,
    madeAt: sent.madeAt,
    isStaffOfBooth: caller.vendorId !== null && sent.vendorId === caller.vendorId,
    cooldownSeconds: offer?.cooldown_seconds ?? null,
    teamStands: (await findTeam(db, sent.teamId)) !== undefined,
    event: await readSettings(db),
    recorded: await readCoolingAwards(db, scope, sent.madeAt - pauseMs, sent.madeAt + pauseMs),
  })
}

/**
 * Rule 10, before every other rule: an award that is recorded already is answered as it was recorded. One that was
 * refused stays refused, because a vendor has seen it refused: a copy of it may be on its way for a while.
 */
async function answerKnown(db: Writer, sent: Sent, caller: Caller, claimedVendorId: string | undefined): Promise<Outcome | null> {
  const known = await findAward(db, sent.awardId)
  if (known === undefined) {
    const refusal = await findRefusal(db, contentOf(sent, caller))
    return refusal === null ? null : await refuse(db, sent, caller, refusal)
  }
  const same = isSameAward(
    { userId: caller.userId, teamId: sent.teamId, pointType: sent.pointType, vendorId: claimedVendorId },
    { userId: known.user_id, teamId: known.team_id, pointType: known.point_type, vendorId: known.vendor_id },
  )
  if (same) return { is: 'recorded', award: await readAward(db, sent.awardId), duplicate: true }
  return await refuse(db, sent, caller, 'AWARD_CONFLICT')
}

async function refuse(db: Writer, sent: Sent, caller: Caller, code: AwardRefusalCode): Promise<Outcome> {
  await recordRefusal(db, {
    ...contentOf(sent, caller),
    code,
    made_at: sent.madeAt,
    refused_at: sent.receivedAt,
  })
  if (code !== 'COOLDOWN') return { is: 'refused', code }
  const cooldowns = await readCooldowns(db, sent.teamId, sent.receivedAt, sent.vendorId)
  return { is: 'refused', code, cooldowns: cooldowns.filter((cooldown) => cooldown.point_type === sent.pointType) }
}

async function record(db: Writer, sent: Sent, caller: Caller, points: number): Promise<Outcome> {
  await recordEntry(db, {
    award_id: sent.awardId,
    kind: 'award',
    team_id: sent.teamId,
    vendor_id: sent.vendorId,
    point_type: sent.pointType,
    points,
    awarded_at: sent.madeAt,
    received_at: sent.receivedAt,
    user_id: caller.userId,
    nfc_id: null,
    reason: null,
  })
  return { is: 'recorded', award: await readAward(db, sent.awardId), duplicate: false }
}

/** Records an award once, or says why not. Answered only after the commit. */
export const awardPoints: Handler<'awardPoints'> = async (input, { game, caller }) => {
  if (input.user_id !== undefined && input.user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const sent = read(input, caller, game.now())

  const outcome = await game.db.write({ on: 'ledger', teamId: sent.teamId }, async (db): Promise<Outcome> => {
    const known = await answerKnown(db, sent, caller, input.vendor_id)
    if (known !== null) return known
    const offer = sent.vendorId === null ? undefined : await findOffer(db, sent.vendorId, sent.pointType)
    const verdict = await judge(db, sent, caller, offer)
    if (verdict !== 'RECORD') return await refuse(db, sent, caller, verdict)
    return await record(db, sent, caller, offer?.points ?? 0)
  })

  if (outcome.is === 'refused') {
    throw new Refusal(outcome.code, outcome.cooldowns === undefined ? {} : { cooldowns: outcome.cooldowns })
  }
  return { award: outcome.award, duplicate: outcome.duplicate }
}
