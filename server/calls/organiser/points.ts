import type { Handler } from '../../call-context'
import { acceptLate as accept } from '../../corrections/accept-late'
import { adjust } from '../../corrections/adjust'
import { moveAward as move } from '../../corrections/move-award'
import { voidAward } from '../../corrections/void'
import { readAward } from '../../db/queries/awards'
import { readLateEntries } from '../../db/queries/late-entries'
import { isoTime } from '../../iso-time'

export const adjustPoints: Handler<'adjustPoints'> = async ({ team_id, points, reason, adjustment_id }, { game, caller }) => {
  await adjust(game, { userId: caller.userId, reason }, { awardId: adjustment_id, teamId: team_id, points })
  return { award: await readAward(game.db.read, adjustment_id) }
}

export const voidAnyAward: Handler<'voidAnyAward'> = async ({ award_id, reason }, { game, caller }) => {
  await voidAward(game, { userId: caller.userId, reason }, award_id)
  return { award: await readAward(game.db.read, award_id) }
}

export const moveAward: Handler<'moveAward'> = async ({ award_id, team_id, reason }, { game, caller }) => {
  const newId = await move(game, { userId: caller.userId, reason }, award_id, team_id)
  return { award: await readAward(game.db.read, newId) }
}

export const listLate: Handler<'listLate'> = async (_input, { game }) => ({
  late: (await readLateEntries(game.db.read)).map(({ made_at, received_at, accepted_at, ...entry }) => {
    const { late_id, kind, team_id, team_name, vendor_name, label, points } = entry
    const shown = { late_id, kind, team_id, team_name, vendor_name, label, points }
    return { ...shown, awarded_at: isoTime(made_at), received_at: isoTime(received_at), accepted: accepted_at !== null }
  }),
})

export const acceptLate: Handler<'acceptLate'> = async ({ late_id, reason }, { game, caller }) => {
  const { awardId } = await accept(game, { userId: caller.userId, reason }, late_id)
  return { award: await readAward(game.db.read, awardId) }
}
