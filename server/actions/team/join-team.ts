import { TOUCHES } from '#contract/topics'
import type { Handler } from '../../call-context'
import { Refusal } from '../../refusal'
import { requirePlace, requireTeam, requireTeamless } from './team-guards'

/** Rule 4: files a request for the captain to decide. */
export const joinTeam: Handler<'joinTeam'> = async ({ team_id }, { game, readings, caller, push }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    await requireTeamless(db, caller.userId)
    await requireTeam(db, team_id)
    const pending = await db.selectFrom('invites').where('user_id', '=', caller.userId).select('team_id').executeTakeFirst()
    if (pending !== undefined) throw new Refusal('INVITE_EXISTS')
    await requirePlace(db, team_id)
    await db.insertInto('invites').values({ user_id: caller.userId, team_id, created_at: now }).execute()
    tell({ of: TOUCHES.joinTeam, users: [caller.userId], captainsOf: [team_id] })
  })
  push.request(team_id, (await readings.profile(caller.userId)).person.nickname)
  return {}
}
