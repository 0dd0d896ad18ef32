import * as v from 'valibot'
import { calls } from '#contract/calls'
import type { Code } from '#contract/codes'
import type { AwardResult } from '#contract/entities'
import { mayStillVoid } from '#rules/award-time'
import { latestReceipt } from '#rules/cooldown'
import { errorTexts } from '#texts/errors'
import type { Caller, Handler } from '../call-context'
import type { Reader, Writer } from '../db/database'
import { isUnavailable } from '../db/errors'
import { voidEntry } from '../db/ledger'
import { readProfile } from '../db/queries/accounts'
import { findOwnAward, readAwardForBooth, readVendorAwards } from '../db/queries/awards'
import {
  type LastGiven,
  readGivenLately,
  readLastGivenBy,
  showCooldown,
} from '../db/queries/cooldowns'
import { addIfLate, findLateAward } from '../db/queries/late-entries'
import { readSettings } from '../db/queries/settings'
import { readStaffTimes, wasEverStaff } from '../db/queries/voucher-signers'
import type { Game } from '../game'
import { count } from '../limits'
import { Refusal, TransportRefusal } from '../refusal'
import { readSentAward, type SentAward } from './award-facts'
import { awardQueue } from './record-awards'
import { proveVoucher } from './voucher'

/**
 * Rule 10: whether the caller is or ever was staff of a booth. Nobody else can have given an award,
 * so nobody else's may take a place in the queue.
 */
const mayHaveGiven = async (db: Reader, { vendorId, userId }: Caller) =>
  vendorId !== null || (await wasEverStaff(db, userId))

/** Whether one of the caller's devices signed this very award. */
async function isSignedByMaker(game: Game, text: string, sent: SentAward): Promise<boolean> {
  const proven = await proveVoucher(game, text, sent.received_at)
  if (proven === null || proven.device.isRevoked || proven.device.user_id !== sent.user_id)
    return false
  const { awardId, vendorId, teamId, pointType } = proven.voucher
  return (
    awardId === sent.award_id &&
    vendorId === sent.vendor_id &&
    teamId === sent.team_id &&
    pointType === sent.point_type
  )
}

/** Records or refuses one award. Responds only after the commit. */
export const awardPoints: Handler<'awardPoints'> = async (input, { game, caller, push }) => {
  const sent = readSentAward(input, caller, game.now())
  const queue = awardQueue(game.db)
  queue.assertShare(caller.userId)
  if (!(await mayHaveGiven(game.db.read, caller))) throw new Refusal('FORBIDDEN')
  const isSigned = input.voucher !== undefined && (await isSignedByMaker(game, input.voucher, sent))
  const outcome = await queue.add({ ...sent, isSigned }, caller.userId)
  if (outcome.status === 'KO')
    throw new Refusal(outcome.code, { cooldowns: outcome.cooldowns }, outcome.message)
  if (!outcome.duplicate) push.points(outcome.award, caller.userId)
  return { award: { ...outcome.award, award_id: sent.award_id }, duplicate: outcome.duplicate }
}

function refused(award_id: string | null, code: Code): AwardResult {
  return { status: 'KO', award_id, code, message: errorTexts[code] }
}

const awardIdSchema = v.object({ award_id: calls.awardPoints.input.entries.award_id })

/** Reads one of several awards; returns its refusal if it is invalid or another account's. */
function readAward(given: unknown, caller: Caller, now: number): SentAward | AwardResult {
  const input = v.safeParse(calls.awardPoints.input, given)
  if (!input.success) {
    const named = v.safeParse(awardIdSchema, given)
    return refused(named.success ? (named.output.award_id ?? null) : null, 'INVALID_INPUT')
  }
  try {
    return readSentAward(input.output, caller, now)
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
    return refused(input.output.award_id ?? null, reason.code)
  }
}

/**
 * Refuses all awards with FORBIDDEN. Throws it for the whole call, unless some awards belong to
 * another account. Those keep their answer OTHER_ACCOUNT, because after FORBIDDEN the device would
 * drop them.
 */
function forbid(awards: readonly (SentAward | AwardResult)[]): AwardResult[] {
  if (!awards.some((one) => 'code' in one && one.code === 'OTHER_ACCOUNT'))
    throw new Refusal('FORBIDDEN')
  return awards.map((one) => ('status' in one ? one : refused(one.award_id, 'FORBIDDEN')))
}

/**
 * Records several awards of one device in as few commits as possible. Each is judged as if it had
 * come alone.
 */
export const awardMany: Handler<'awardMany'> = async (input, { game, caller, limits, push }) => {
  const queue = awardQueue(game.db)
  queue.assertShare(caller.userId)
  if (caller.vendorId === null) count(limits.account, caller.userId, input.awards.length - 1)
  const now = game.now()
  const awards = input.awards.map((given) => readAward(given, caller, now))
  if (!(await mayHaveGiven(game.db.read, caller))) return { results: forbid(awards) }

  async function settle(award: SentAward | AwardResult): Promise<AwardResult> {
    if ('status' in award) return award
    const outcome = await queue.add(award, caller.userId)
    return outcome.status === 'OK'
      ? { ...outcome, award: { ...outcome.award, award_id: award.award_id } }
      : outcome
  }
  const settled = await Promise.allSettled(awards.map(settle))
  // If no award could be decided, the whole call fails: the device waits and sends all again.
  const [first] = settled
  if (first?.status === 'rejected' && settled.every((one) => one.status === 'rejected'))
    throw first.reason
  const results = settled.map((one, index) => {
    if (one.status === 'fulfilled') return one.value
    return refused(
      awards[index]?.award_id ?? null,
      isUnavailable(one.reason) ? 'UNAVAILABLE' : 'INTERNAL',
    )
  })
  for (const result of results)
    if (result.status === 'OK' && !result.duplicate) push.points(result.award, caller.userId)
  // Rule 17: answer for none of the awards, so that the device keeps all. When it sends them again,
  // the awards that are stored by then are answered as stored.
  const turnedAway = settled.find(
    (one) => one.status === 'rejected' && one.reason instanceof TransportRefusal,
  )
  if (turnedAway?.status === 'rejected') throw turnedAway.reason
  return { results }
}

/**
 * Finds the award to void: a ledger entry, or a late award, whose void is then late too. If both
 * have this id, picks this person's: another person's award may have been recorded under the id of
 * this person's late award.
 */
async function findVoidable(db: Reader | Writer, awardId: string, userId: string) {
  const recorded = await findOwnAward(db, awardId, userId)
  const late = recorded?.user_id === userId ? undefined : await findLateAward(db, awardId, userId)
  if (recorded !== undefined && late?.user_id !== userId) return { ...recorded, isRecorded: true }
  if (late === undefined) throw new Refusal('AWARD_NOT_FOUND')
  return { ...late, voided_at: null, isRecorded: false }
}

/**
 * Rule 12: a booth voids one of its own awards. Voiding it again succeeds. An organiser decides on
 * the void (rule 17) if results are closed, if the award is itself a late entry, or if the person
 * voided their own award before they left the booth and the void arrives only now (rule 21).
 */
export const voidAward: Handler<'voidAward'> = async (
  { award_id, user_id, queued_ms = 0 },
  { game, caller },
) => {
  if (user_id !== undefined && user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const now = game.now()
  const madeAt = now - queued_ms
  if (!(await mayHaveGiven(game.db.read, caller))) throw new Refusal('FORBIDDEN')
  const { team_id, vendor_id } = await findVoidable(game.db.read, award_id, caller.userId)
  // No booth gave a bonus or an adjustment.
  if (vendor_id === null) throw new Refusal('FORBIDDEN')
  const { wasStaff } = await readStaffTimes(game.db.read, caller.userId, vendor_id, madeAt)
  const award = await game.db.write({ kind: 'ledger', teamIds: [team_id] }, async (db, notify) => {
    const known = await findVoidable(db, award_id, caller.userId)
    const isOfBooth = caller.vendorId !== null && known.vendor_id === caller.vendorId
    const isOwn = known.user_id === caller.userId
    if (!isOfBooth && !(isOwn && (wasStaff || known.voided_at !== null)))
      throw new Refusal('FORBIDDEN')
    notify('nobody')
    if (known.voided_at === null) {
      if (!mayStillVoid(known.received_at, now, queued_ms)) throw new Refusal('VOID_TOO_LATE')
      const { point_type, points, isRecorded } = known
      const times = { made_at: madeAt, received_at: now, user_id: caller.userId }
      const sent = {
        kind: 'void',
        award_id: known.award_id,
        team_id,
        vendor_id,
        point_type,
        points,
        nfc_id: null,
        ...times,
      } as const
      const isLate = !isOfBooth || !isRecorded || (await readSettings(db)).closedAt !== null
      if (await addIfLate(db, sent, isLate)) return null
      await voidEntry(db, known, { voided_at: now, user_id: caller.userId })
      notify({ of: calls.voidAward.touches, teams: [team_id], vendors: [vendor_id] })
    }
    return await readAwardForBooth(db, known.award_id)
  })
  if (award === null) throw new Refusal('KEPT_FOR_ORGANISER')
  return { award: { ...award, award_id } }
}

export const listVendors: Handler<'listVendors'> = (_input, { readings }) => readings.vendors()

const AWARDS_MAX = 200

export const listAwards: Handler<'listAwards'> = async (_input, { game, caller }) => ({
  awards: await readVendorAwards(game.db.read, caller.vendorId, AWARDS_MAX),
})

/**
 * Returns, for staff, the cooldowns of all their booth's point types for a team; for a player, the
 * running cooldowns of their own team.
 */
export const checkCooldown: Handler<'checkCooldown'> = async (
  { team_id },
  { game, caller, readings },
) => {
  const now = game.now()
  const show = ({ vendor_id, point_type, cooldown_seconds, latest }: LastGiven) =>
    showCooldown({ vendor_id, team_id, point_type }, cooldown_seconds, latest, now)

  if (caller.vendorId === null) {
    const { team } = await readProfile(game.db.read, caller.userId)
    if (team?.team_id !== team_id) throw new Refusal('FORBIDDEN')
    const cooldowns = (await readGivenLately(game.db.read, team_id, now, latestReceipt(now))).map(
      show,
    )
    const { team_name, emblem } = team
    return {
      team: { team_id, team_name, emblem },
      cooldowns: cooldowns.filter((one) => one.remaining_seconds > 0),
    }
  }
  const listed = (await readings.standings()).byId.get(team_id)
  if (listed === undefined || listed.hidden) throw new Refusal('TEAM_NOT_FOUND')
  const { team_name, emblem } = listed
  const cooldowns = (
    await readLastGivenBy(game.db.read, caller.vendorId, team_id, latestReceipt(now))
  ).map(show)
  return { team: { team_id, team_name, emblem }, cooldowns }
}
