import * as v from 'valibot'
import { calls } from '#contract/calls'
import type { Code } from '#contract/codes'
import type { AwardResult, Cooldown } from '#contract/entities'
import { errorTexts } from '#texts/errors'
import type { Caller, Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { wasEverStaff } from '../../db/queries/voucher-signers'
import { isUnavailable } from '../../db/unavailable'
import type { Game } from '../../game'
import { count } from '../../limits/limits'
import { Refusal } from '../../refusal'
import { proveVoucher } from '../voucher/prove-voucher'
import { awardLane } from './award-lane'
import type { AwardOutcome } from './record-awards'
import { readSentAward, type SentAward } from './sent-award'

/** Rule 10 is for whoever is or was a booth's staff; nobody else's awards take a place in the queue. */
const mayHaveGiven = async (db: Reader, { vendorId, userId }: Caller) => vendorId !== null || (await wasEverStaff(db, userId))

/** Whether a device of the caller signed this very award. */
async function isSignedByMaker(game: Game, text: string, sent: SentAward): Promise<boolean> {
  const proven = await proveVoucher(game, text, sent.receivedAt)
  if (proven === null || proven.device.isRevoked || proven.device.user_id !== sent.caller.userId) return false
  const { awardId, vendorId, teamId, pointType } = proven.voucher
  return awardId === sent.awardId && vendorId === sent.vendorId && teamId === sent.teamId && pointType === sent.pointType
}

/** Records or refuses one award. Responds only after the commit. */
export const awardPoints: Handler<'awardPoints'> = async (input, { game, caller, push }) => {
  const sent = readSentAward(input, caller, game.now())
  const lane = awardLane(game.db)
  lane.assertShare(caller.userId)
  if (!(await mayHaveGiven(game.db.read, caller))) throw new Refusal('FORBIDDEN')
  const isSigned = input.voucher !== undefined && (await isSignedByMaker(game, input.voucher, sent))
  const outcome = await lane.add({ ...sent, isSigned }, caller.userId)
  if (outcome.is === 'recorded') {
    if (!outcome.duplicate) push.points(outcome.award, caller.userId)
    return { award: { ...outcome.award, award_id: sent.awardId }, duplicate: outcome.duplicate }
  }
  throw new Refusal(outcome.code, { cooldowns: outcome.cooldowns })
}

type ReadAward = { readonly is: 'sent'; readonly award: SentAward } | { readonly is: 'unfit'; readonly result: AwardResult }

function refused(award_id: string | null, code: Code, cooldowns?: Cooldown[]): AwardResult {
  return { status: 'KO', award_id, code, message: errorTexts[code], ...(cooldowns === undefined ? {} : { cooldowns }) }
}

const withId = v.object({ award_id: calls.awardPoints.input.entries.award_id })

function readAward(given: unknown, caller: Caller, now: number): ReadAward {
  const input = v.safeParse(calls.awardPoints.input, given)
  if (!input.success) {
    const named = v.safeParse(withId, given)
    return { is: 'unfit', result: refused(named.success ? (named.output.award_id ?? null) : null, 'INVALID_INPUT') }
  }
  try {
    return { is: 'sent', award: readSentAward(input.output, caller, now) }
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
    return { is: 'unfit', result: refused(input.output.award_id ?? null, reason.code) }
  }
}

function showOutcome({ awardId }: SentAward, settled: PromiseSettledResult<AwardOutcome>): AwardResult {
  if (settled.status === 'rejected') return refused(awardId, isUnavailable(settled.reason) ? 'UNAVAILABLE' : 'INTERNAL')
  const outcome = settled.value
  if (outcome.is === 'refused') return refused(awardId, outcome.code, outcome.cooldowns)
  return { status: 'OK', award_id: awardId, award: { ...outcome.award, award_id: awardId }, duplicate: outcome.duplicate }
}

/** Throws FORBIDDEN, but for awards that wait for another account, which must not lose them to it. */
function forbid(read: readonly ReadAward[]): AwardResult[] {
  const isOfOther = ({ result }: Extract<ReadAward, { is: 'unfit' }>) => result.status === 'KO' && result.code === 'OTHER_ACCOUNT'
  if (!read.some((one) => one.is === 'unfit' && isOfOther(one))) throw new Refusal('FORBIDDEN')
  return read.map((one) => (one.is === 'unfit' ? one.result : refused(one.award.awardId, 'FORBIDDEN')))
}

/** Records several awards of one device in as few commits as possible. Each is judged as if it had come alone. */
export const awardMany: Handler<'awardMany'> = async ({ awards }, { game, caller, limits, push }) => {
  const lane = awardLane(game.db)
  lane.assertShare(caller.userId)
  if (caller.vendorId === null) count(limits.account, caller.userId, awards.length - 1)
  const now = game.now()
  const read = awards.map((given) => readAward(given, caller, now))
  if (!(await mayHaveGiven(game.db.read, caller))) return { results: forbid(read) }
  const sent = read.flatMap((one) => (one.is === 'sent' ? [one.award] : []))
  const settled = await Promise.allSettled(sent.map((award) => lane.add(award, caller.userId)))

  // If nothing could be decided, the whole call fails: the device backs off and sends all of it again.
  const [first] = settled
  if (first?.status === 'rejected' && settled.length === read.length && settled.every((one) => one.status === 'rejected')) {
    throw first.reason
  }
  let next = 0
  const results = read.map((one): AwardResult => {
    if (one.is === 'unfit') return one.result
    const outcome = settled[next++]
    if (outcome === undefined) throw new Error('an award without an outcome')
    return showOutcome(one.award, outcome)
  })
  for (const result of results) if (result.status === 'OK' && !result.duplicate) push.points(result.award, caller.userId)
  return { results }
}
