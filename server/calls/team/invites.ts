import { calls } from '#contract/calls'
import { HOUR_MS } from '#rules/sms-throttle'
import { TOO_MANY_REQUESTS_TO_JOIN } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { logTeam, readRequestsToJoin } from '../../db/queries/team-log'
import { addMember, findRequestedTeam, findTeamOf } from '../../db/queries/teams'
import { readProfile } from '../../db/queries/users'
import { isoTime } from '../../iso-time'
import { Refusal } from '../../refusal'
import { requireCaptain, requirePlace, requireTeam, requireTeamless } from './team-guards'

const REQUESTS_AN_HOUR = 10

/** Each request notifies a captain. They are counted in the teams' histories, so that no restart and no other server forgets them. */
async function requireFewRequests(db: Writer, userId: string, now: number): Promise<void> {
  const latest = await readRequestsToJoin(db, userId, now - HOUR_MS)
  const oldest = latest[REQUESTS_AN_HOUR - 1]
  if (oldest === undefined) return
  const retry_seconds = Math.ceil((oldest + HOUR_MS - now) / 1000)
  throw new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }, TOO_MANY_REQUESTS_TO_JOIN)
}

/** The team that a player's pending request is for; optionally it must be this one. */
async function requireInvite(db: Writer, playerId: string, teamId?: string): Promise<string> {
  const requested = await findRequestedTeam(db, playerId)
  if (requested === undefined || (teamId !== undefined && requested !== teamId)) throw new Refusal('INVITE_NOT_FOUND')
  return requested
}

/** Rule 4: files a request for the captain to decide. */
export const joinTeam: Handler<'joinTeam'> = async ({ team_id }, { game, caller, push }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    await requireTeamless(db, caller.userId)
    await requireTeam(db, team_id)
    if ((await findRequestedTeam(db, caller.userId)) !== undefined) throw new Refusal('INVITE_EXISTS')
    await requirePlace(db, team_id)
    await requireFewRequests(db, caller.userId, now)
    await db.insertInto('invites').values({ user_id: caller.userId, team_id, created_at: now }).execute()
    await logTeam(db, { team_id, at: now, what: 'requested', user_id: caller.userId })
    tell({ of: calls.joinTeam.touches, users: [caller.userId], captainsOf: [team_id] })
  })
  push.request(team_id, caller.userId, (await readProfile(game.db.read, caller.userId)).person.nickname)
  return {}
}

/** Rule 4: the captain accepts a player if there is a place. */
export const acceptInvite: Handler<'acceptInvite'> = async ({ player_id }, { game, caller, push }) => {
  const now = game.now()
  const teamId = await game.db.write({ on: 'roster' }, async (db, tell) => {
    const { team_id } = await requireCaptain(db, caller.userId)
    await requireInvite(db, player_id, team_id)
    await requirePlace(db, team_id)
    await addMember(db, team_id, player_id, now, caller.userId)
    tell({ of: calls.acceptInvite.touches, users: [player_id], teams: [team_id], captainsOf: [team_id] })
    return team_id
  })
  push.answer(player_id, teamId, true)
  return {}
}

/** Rule 4: the captain rejects a player, or the player withdraws with their own id. */
export const rejectInvite: Handler<'rejectInvite'> = async ({ player_id }, { game, caller, push }) => {
  const teamId = await game.db.write({ on: 'roster' }, async (db, tell) => {
    const own = player_id === caller.userId ? undefined : (await requireCaptain(db, caller.userId)).team_id
    const requested = await requireInvite(db, player_id, own)
    await db.deleteFrom('invites').where('user_id', '=', player_id).execute()
    tell({ of: calls.rejectInvite.touches, users: [player_id], captainsOf: [requested] })
    return requested
  })
  // A withdrawn request has no answer.
  if (player_id !== caller.userId) push.answer(player_id, teamId, false)
  return {}
}

/** A captain's pending requests, or the own request of a player without a team; oldest first. */
export const listInvites: Handler<'listInvites'> = async (_input, { game, caller }) => {
  const team = await findTeamOf(game.db.read, caller.userId)
  if (team !== undefined && team.captain_id !== caller.userId) return { invites: [] }
  const rows = await game.db.read
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .innerJoin('users', 'users.user_id', 'invites.user_id')
    .where((eb) => (team === undefined ? eb('invites.user_id', '=', caller.userId) : eb('invites.team_id', '=', team.team_id)))
    .orderBy('invites.created_at')
    .orderBy('invites.user_id')
    .select(['teams.team_id', 'teams.team_name', 'users.user_id as player_id', 'invites.created_at'])
    .select(['users.nickname', 'users.first_name', 'users.last_name'])
    .execute()
  return { invites: rows.map((row) => ({ ...row, created_at: isoTime(row.created_at) })) }
}
