import { calls } from '#contract/calls'
import { caseKey, uniqueNickname } from '#rules/account'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import { findById, isNicknameTaken } from '../../db/queries/accounts'
import { findRequestedTeam, findTeamOf } from '../../db/queries/teams'
import { Refusal } from '../../refusal'
import { showUser } from '../sign-in/current-user'

/** Changes the caller's names, and the e-mail where one is given. A nickname is judged as in a registration. */
export const updateProfile: Handler<'updateProfile'> = async ({ user_data }, { game, readings, caller }) => {
  const { first_name, last_name, nickname, email } = user_data
  const mail = email === undefined ? {} : { email, email_key: caseKey(email) }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    const own = await findById(db, caller.userId)
    // Blocked since the call's session was found.
    if (own?.blocked_at != null) throw new Refusal('BLOCKED')
    if (await isNicknameTaken(db, nickname, own)) {
      throw new Refusal('INVALID_INPUT', { fields: { nickname: fieldTexts.nickname_taken } })
    }
    await db
      .updateTable('users')
      .set({ first_name, last_name, nickname, nickname_key: uniqueNickname(nickname), ...mail })
      .where('user_id', '=', caller.userId)
      .execute()
    const [team, requested] = [await findTeamOf(db, caller.userId), await findRequestedTeam(db, caller.userId)]
    const { userId } = caller
    tell({
      of: calls.updateProfile.touches,
      users: [userId],
      teams: team === undefined ? [] : [team.team_id],
      captainsOf: requested === undefined ? [] : [requested],
    })
  })
  return await showUser(game.db.read, readings, caller.userId)
}
