import type { Handler } from '../../call-context'
import { readUser } from '../../db/queries/users'

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller }) => ({
  user: await readUser(game.db.read, caller.userId),
})
