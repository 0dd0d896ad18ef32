import type { Handler } from '../../call-context'
import { PreparedOutput } from '../../readings/prepared'
import { showUser } from './show-user'

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller, readings }) => {
  const { text, bulk } = await showUser(game.db.read, readings, caller.userId)
  const ledger = JSON.stringify((await readings.ledgerId()) ?? {}).slice(1, -1)
  return new PreparedOutput(ledger === '' ? text : `${ledger},${text}`, bulk)
}
