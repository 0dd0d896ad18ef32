import * as v from 'valibot'
import { calls } from '#contract/calls'
import type { Code } from '#contract/codes'
import type { AwardResult, Cooldown } from '#contract/entities'
import { errorTexts } from '#texts/errors'
import type { Caller, Handler } from '../../call-context'
import { isUnavailable } from '../../db/unavailable'
import { Refusal } from '../../refusal'
import { submitAward } from './award-lane'
import type { AwardOutcome } from './record-awards'
import { readSentAward, type SentAward } from './sent-award'

/** Records or refuses one award. Responds only after the commit. */
export const awardPoints: Handler<'awardPoints'> = async (input, { game, caller, push }) => {
  const outcome = await submitAward(game.db, readSentAward(input, caller, game.now()))
  if (outcome.is === 'recorded') {
    if (!outcome.duplicate) push.points(outcome.award, caller.userId)
    return { award: outcome.award, duplicate: outcome.duplicate }
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
  return { status: 'OK', award_id: awardId, award: outcome.award, duplicate: outcome.duplicate }
}

/** Records several awards of one device in as few commits as possible. Each is judged as if it had come alone. */
export const awardMany: Handler<'awardMany'> = async ({ awards }, { game, caller, push }) => {
  const now = game.now()
  const read = awards.map((given) => readAward(given, caller, now))
  const sent = read.flatMap((one) => (one.is === 'sent' ? [one.award] : []))
  const settled = await Promise.allSettled(sent.map((award) => submitAward(game.db, award)))

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
