import type { RuleCode } from '#contract/codes'
import type { By, CorrectionGame } from '#server/corrections/correction'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { type CommandFlags, onEvent, type Print } from '../common/on-event'
import type { Output } from '../common/output'

/** The Croatian messages of refusals are for players; the command line speaks English. */
const REFUSED: Partial<Record<RuleCode, string>> = {
  AWARD_CONFLICT: 'This id belongs to another entry of the ledger.',
  AWARD_NOT_FOUND: 'No entry of the ledger has this id.',
  AWARD_TOO_OLD: 'The award was made more than 48 hours ago; use adjust.',
  COOLDOWN: 'The team got these points from this booth already, and the pause is not over; use adjust to give them anyway.',
  EVENT_CLOSED: 'The event was not open at that time; use adjust to give the points anyway.',
  MESSAGE_TOO_LONG: 'A message has at most 280 characters.',
  POINT_TYPE_NOT_ALLOWED: 'This booth does not exist or does not give this type of points.',
  TEAM_NOT_FOUND: 'The team was disbanded.',
}

/** Does on the command line what the control room does, with the same corrections. Throws `Failure` for what they refuse. */
export async function correct(
  output: Output,
  flags: CommandFlags,
  work: (game: CorrectionGame, by: By, print: Print) => Promise<void>,
  refused: Partial<Record<RuleCode, string>> = {},
): Promise<void> {
  await onEvent(output, flags, async (db, by, print) => {
    try {
      await work({ db, now: Date.now }, by, print)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      throw new Failure(refused[thrown.code] ?? REFUSED[thrown.code] ?? `Refused: ${thrown.code}.`)
    }
  })
}
