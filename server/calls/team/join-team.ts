import { calls } from '#contract/calls'
import { HOUR_MS } from '#rules/sms-throttle'
import { TOO_MANY_REQUESTS_TO_JOIN } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { logTeam, readRequestsToJoin } from '../../db/queries/team-log'
import { readProfile } from '../../db/queries/users'
import { Refusal } from '../../refusal'
import { requirePlace, requireTeam, requireTeamless } from './team-guards'

const REQUESTS_AN_HOUR = 10

/** Each request notifies a captain. They are counted in the teams' histories, so that no restart and no other server forgets them. */
async function requireFewRequests(db: Writer, userId: string, now: number): Promise<void> {
  const latest = await readRequestsToJoin(db, userId, now - HOUR_MS)
  const oldest = latest[REQUESTS_AN_HOUR - 1]
  if (oldest === undefined) return
  const retry_seconds = Math.ceil((oldest + HOUR_MS - now) / 1000)
  throw new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }, TOO_MANY_REQUESTS_TO_JOIN)
}

/** Rule 4: files a request for the captain to decide. */
export const joinTeam: Handler<'joinTeam'> = async ({ team_id }, { game, caller, push }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    await requireTeamless(db, caller.userId)
    await requireTeam(db, team_id)
    const pending = await db.selectFrom('invites').where('user_id', '=', caller.userId).select('team_id').executeTakeFirst()
    if (pending !== undefined) throw new Refusal('INVITE_EXISTS')
    await requirePlace(db, team_id)
    await requireFewRequests(db, caller.userId, now)
    await db.insertInto('invites').values({ user_id: caller.userId, team_id, created_at: now }).execute()
    await logTeam(db, { team_id, at: now, what: 'requested', user_id: caller.userId })
    tell({ of: calls.joinTeam.touches, users: [caller.userId], captainsOf: [team_id] })
  })
  push.request(team_id, caller.userId, (await readProfile(game.db.read, caller.userId)).person.nickname)
  return {}
}
