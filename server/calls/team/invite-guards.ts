import type { Writer } from '../../db/database'
import { Refusal } from '../../refusal'

/** The team that a player's pending request is for; optionally it must be this one. */
export async function requireInvite(db: Writer, playerId: string, teamId?: string): Promise<string> {
  const invite = await db.selectFrom('invites').where('user_id', '=', playerId).select('team_id').executeTakeFirst()
  if (invite === undefined || (teamId !== undefined && invite.team_id !== teamId)) throw new Refusal('INVITE_NOT_FOUND')
  return invite.team_id
}
