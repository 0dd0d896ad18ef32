import type { Handler } from '../../call-context'
import { readSessions } from '../../db/queries/sessions'
import { hashSecret } from '../../random'
import { browserName } from './browser-name'

export const listSessions: Handler<'listSessions'> = async (_input, { game, caller, session }) => {
  const own = session.token === null ? null : hashSecret(session.token)
  const sessions = await readSessions(game.db.read, caller.userId, game.now())
  return {
    sessions: sessions.map(({ token_hash, created_at, renewed_at, user_agent }) => ({
      started_at: new Date(created_at).toISOString(),
      last_used_at: new Date(renewed_at).toISOString(),
      browser: browserName(user_agent),
      current: token_hash === own,
    })),
  }
}
