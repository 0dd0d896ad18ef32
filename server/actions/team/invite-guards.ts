import type { Writer } from '../../db/database'
import { Refusal } from '../../refusal'

/** A player's pending request, optionally to one team. */
export async function requireInvite(db: Writer, playerId: string, teamId?: string): Promise<void> {
  const invite = await db.selectFrom('invites').where('user_id', '=', playerId).select('team_id').executeTakeFirst()
  if (invite === undefined || (teamId !== undefined && invite.team_id !== teamId)) throw new Refusal('INVITE_NOT_FOUND')
}
