import type { Handler } from '../../call-context'
import { showUser } from './show-user'

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller, readings }) => ({
  ...(await readings.ledgerId()),
  time_zone: (await readings.settings()).timeZone,
  ...(await showUser(game.db.read, readings, caller.userId)),
})
