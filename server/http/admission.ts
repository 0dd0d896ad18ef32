import type { LiveSession } from '../db/queries/sessions'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { count, type Limits } from '../limits/limits'
import { hashSecret } from '../random'
import type { Sessions } from '../readings/sessions'

/** Finds the session of a token. Throws TOO_MANY_REQUESTS to an address that guesses. */
export type Admission = (token: string | null, from: { readonly address: string }) => Promise<LiveSession | null>

/** A cached session costs no query, and a flood of invalid ones is limited by address. */
export function createAdmission(game: Game, limits: Limits, sessions: Sessions): Admission {
  return async (token, from) => {
    if (token === null) return null
    const tokenHash = hashSecret(token)
    const known = sessions.known(tokenHash, game.now())
    if (known !== null && !(known instanceof Promise)) return known
    const isGuess = known === null && !sessions.wasFound(tokenHash)
    const key = addressKey(from.address)
    if (isGuess) count(limits.unproven, key)
    const found = await (known ?? sessions.find(tokenHash, game.now()))
    if (found !== null && isGuess) limits.unproven.giveBack(key)
    return found
  }
}
