import type { Handler } from '../../call-context'
import { readMessages } from '../../db/queries/messages'

export const listMessages: Handler<'listMessages'> = async (_input, { game, caller }) => {
  const role = caller.vendorId === null ? 'player' : 'staff'
  return { messages: await readMessages(game.db.read, caller.organiser ? 'organiser' : role) }
}
