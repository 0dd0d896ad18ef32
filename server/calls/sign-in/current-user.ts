import type { Handler } from '../../call-context'
import { showUser } from './show-user'

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller, readings }) => ({
  ...(await readings.ledgerId()),
  ...(await showUser(game.db.read, readings, caller.userId)),
})
