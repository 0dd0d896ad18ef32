import type { Handler } from '../../call-context'
import { showUser } from './show-user'

export const currentUser: Handler<'currentUser'> = (_input, { game, caller, readings }) =>
  showUser(game.db.read, readings, caller.userId)
