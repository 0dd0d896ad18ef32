import type { Handler } from '../../call-context'
import { adjust } from '../../corrections/adjust'
import { voidAward } from '../../corrections/void'
import { readAward } from '../../db/queries/awards'

export const adjustPoints: Handler<'adjustPoints'> = async ({ team_id, points, reason, adjustment_id }, { game, caller }) => {
  await adjust(game, { userId: caller.userId, reason }, { awardId: adjustment_id, teamId: team_id, points })
  return { award: await readAward(game.db.read, adjustment_id) }
}

export const voidAnyAward: Handler<'voidAnyAward'> = async ({ award_id, reason }, { game, caller }) => {
  await voidAward(game, { userId: caller.userId, reason }, award_id)
  return { award: await readAward(game.db.read, award_id) }
}
