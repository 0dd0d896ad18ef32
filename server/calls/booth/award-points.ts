import type { Handler } from '../../call-context'
import { Refusal } from '../../refusal'
import { submitAward } from './award-lane'
import { readSentAward } from './sent-award'

/** Records or refuses one award. Responds only after the commit. */
export const awardPoints: Handler<'awardPoints'> = async (input, { game, caller, push }) => {
  const outcome = await submitAward(game.db, readSentAward(input, caller, game.now()))
  if (outcome.is === 'recorded') {
    if (!outcome.duplicate) push.points(outcome.award, caller.userId)
    return { award: outcome.award, duplicate: outcome.duplicate }
  }
  throw new Refusal(outcome.code, outcome.cooldowns === undefined ? {} : { cooldowns: outcome.cooldowns })
}
