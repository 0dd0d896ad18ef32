import { createHmac } from 'node:crypto'
import { calls } from '#contract/calls'
import type { CallContext, Handler } from '../call-context'
import type { Database, Reader, Writer } from '../db/database'
import { findById, readProfile } from '../db/queries/accounts'
import { sharedKey } from '../db/queries/settings'
import {
  addMember,
  findRequestedTeam,
  findTeamOf,
  logTeam,
  readCaptaincy,
  readRemoval,
  type TeamRow,
} from '../db/queries/teams'
import { randomId } from '../random'
import { Refusal } from '../refusal'
import { isoTime } from '../time'
import { requireCaptain, requireFew, requirePlace, requireTeam, requireTeamless } from './team'

/** Returns the team of a player's pending request, which must be `teamId` if given. */
async function requireInvite(db: Writer, playerId: string, teamId?: string): Promise<string> {
  const requested = await findRequestedTeam(db, playerId)
  if (requested === undefined || (teamId !== undefined && requested !== teamId))
    throw new Refusal('INVITE_NOT_FOUND')
  return requested
}

const INVITATION_MS = 600_000

const invitationKey = (db: Database) => sharedKey(db, 'team_invitations', () => randomId(130))

/**
 * Signs an invitation. An invitation is only a signature over team, captaincy and expiry, so every
 * server of the database accepts it and none stores it. It ends with the captaincy, and stays ended
 * if the same person becomes captain again.
 */
async function signInvitation(
  db: Reader | Writer,
  key: string,
  team: TeamRow,
  expiresAt: number,
): Promise<string> {
  const end = expiresAt.toString(36)
  const captaincy = await readCaptaincy(db, team.team_id)
  const signed = createHmac('sha256', key).update(
    JSON.stringify([team.team_id, team.captain_id, captaincy, end]),
  )
  return `${end}.${signed.digest('base64url').slice(0, 22)}`
}

/** Rule 4: makes the invitation that the captain shows as a code. */
export const inviteToTeam: Handler<'inviteToTeam'> = async (_input, { game, caller }) => {
  const team = await requireCaptain(game.db.read, caller.userId)
  await requirePlace(game.db.read, team.team_id)
  const expiresAt = game.now() + INVITATION_MS
  const invite_token = await signInvitation(
    game.db.read,
    await invitationKey(game.db),
    team,
    expiresAt,
  )
  return { invite_token, expires_at: isoTime(expiresAt) }
}

/**
 * Throws INVITE_EXPIRED unless an invitation is for this team and its current captaincy. If a
 * player was removed from the team after the invitation was made, they need a new invitation.
 */
async function requireInvitation(
  db: Writer,
  key: string,
  team: TeamRow,
  token: string,
  userId: string,
  now: number,
) {
  const expiresAt = Number.parseInt(token.split('.')[0] ?? '', 36)
  const isOurs = token === (await signInvitation(db, key, team, expiresAt))
  if (!isOurs || now >= expiresAt) throw new Refusal('INVITE_EXPIRED')
  const captain = await findById(db, team.captain_id)
  const removedAt = await readRemoval(db, team.team_id, userId)
  if (captain?.blocked_at !== null || removedAt >= expiresAt - INVITATION_MS)
    throw new Refusal('INVITE_EXPIRED')
}

/** Rule 4: makes an invited player a member at once and withdraws their pending request. */
async function joinByInvitation(
  team_id: string,
  token: string,
  { game, caller }: CallContext<'player'>,
): Promise<void> {
  const now = game.now()
  const key = await invitationKey(game.db)
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    await requireTeamless(db, caller.userId)
    const team = await requireTeam(db, team_id)
    await requireInvitation(db, key, team, token, caller.userId, now)
    await requirePlace(db, team_id)
    const requested = await findRequestedTeam(db, caller.userId)
    await addMember(db, team_id, caller.userId, now, team.captain_id)
    const captainsOf = requested === undefined ? [] : [requested]
    notify({ of: calls.joinTeam.touches, users: [caller.userId], teams: [team_id], captainsOf })
  })
}

/** Rule 4: files a request for the captain, or joins directly with an invitation. */
export const joinTeam: Handler<'joinTeam'> = async ({ team_id, invite_token }, context) => {
  const { game, caller, push } = context
  if (invite_token !== undefined) {
    await joinByInvitation(team_id, invite_token, context)
    return { joined: true }
  }
  const now = game.now()
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    await requireTeamless(db, caller.userId)
    await requireTeam(db, team_id)
    if ((await findRequestedTeam(db, caller.userId)) !== undefined)
      throw new Refusal('INVITE_EXISTS')
    await requirePlace(db, team_id)
    await requireFew(db, caller.userId, 'requested', now)
    await db
      .insertInto('invites')
      .values({ user_id: caller.userId, team_id, created_at: now })
      .execute()
    await logTeam(db, { team_id, at: now, what: 'requested', user_id: caller.userId })
    notify({ of: ['user', 'invites'], users: [caller.userId], captainsOf: [team_id] })
  })
  push.request(
    team_id,
    caller.userId,
    (await readProfile(game.db.read, caller.userId)).person.nickname,
  )
  return { joined: false }
}

/** Rule 4: the captain accepts a player if there is a place. */
export const acceptInvite: Handler<'acceptInvite'> = async (
  { player_id },
  { game, caller, push },
) => {
  const now = game.now()
  const teamId = await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const { team_id } = await requireCaptain(db, caller.userId)
    await requireInvite(db, player_id, team_id)
    // They may have asked at the moment in which they were blocked.
    if ((await findById(db, player_id))?.blocked_at != null) throw new Refusal('INVITE_NOT_FOUND')
    await requirePlace(db, team_id)
    await addMember(db, team_id, player_id, now, caller.userId)
    notify({
      of: calls.acceptInvite.touches,
      users: [player_id],
      teams: [team_id],
      captainsOf: [team_id],
    })
    return team_id
  })
  push.answer(player_id, teamId, true)
}

/** Rule 4: the captain rejects a player, or the player withdraws with their own id. */
export const rejectInvite: Handler<'rejectInvite'> = async (
  { player_id },
  { game, caller, push },
) => {
  const teamId = await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const own =
      player_id === caller.userId ? undefined : (await requireCaptain(db, caller.userId)).team_id
    const requested = await requireInvite(db, player_id, own)
    await db.deleteFrom('invites').where('user_id', '=', player_id).execute()
    notify({ of: calls.rejectInvite.touches, users: [player_id], captainsOf: [requested] })
    return requested
  })
  // Nobody is notified of a withdrawn request.
  if (player_id !== caller.userId) push.answer(player_id, teamId, false)
}

/** Lists a captain's pending requests, or a teamless player's own request; oldest first. */
export const listInvites: Handler<'listInvites'> = async (_input, { game, caller }) => {
  const team = await findTeamOf(game.db.read, caller.userId)
  if (team !== undefined && team.captain_id !== caller.userId) return { invites: [] }
  const rows = await game.db.read
    .selectFrom('invites')
    .innerJoin('teams', 'teams.team_id', 'invites.team_id')
    .innerJoin('users', 'users.user_id', 'invites.user_id')
    .where((eb) =>
      team === undefined
        ? eb('invites.user_id', '=', caller.userId)
        : eb('invites.team_id', '=', team.team_id),
    )
    .orderBy('invites.created_at')
    .orderBy('invites.user_id')
    .select([
      'teams.team_id',
      'teams.team_name',
      'users.user_id as player_id',
      'invites.created_at',
      'users.nickname',
      'users.first_name',
      'users.last_name',
    ])
    .execute()
  return { invites: rows.map((row) => ({ ...row, created_at: isoTime(row.created_at) })) }
}
