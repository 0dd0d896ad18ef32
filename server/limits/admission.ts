import type { LiveSession } from '../db/queries/sessions'
import type { Game } from '../game'
import { hashSecret } from '../random'
import type { Sessions } from '../readings/sessions'
import { addressKey } from './address-key'
import { type Limits, tooManyRequests } from './limits'

/** Finds the session of a token. Throws TOO_MANY_REQUESTS to an address that guesses. */
export type Admission = (token: string | null, from: { readonly address: string }) => Promise<LiveSession | null>

/** A cached session costs no query, and a flood of invalid ones is limited by address. */
export function createAdmission(game: Game, limits: Limits, sessions: Sessions): Admission {
  /**
   * Looks up what may be a guess. At the limit of guesses it waits for those under way and refuses if they were wrong: so after a restart
   * a hall of honest phones behind one address is let in at once.
   */
  async function lookUp(tokenHash: string, key: string): Promise<LiveSession | null> {
    for (let waitMs = limits.unproven.take(key); waitMs > 0; waitMs = limits.unproven.take(key)) {
      const last = sessions.guesses.get(key)
      if (last === undefined) throw tooManyRequests(waitMs)
      await last.catch(() => null)
    }
    const answer = sessions
      .find(tokenHash, game.expiryNow())
      .then((found) => {
        if (found !== null) limits.unproven.giveBack(key)
        return found
      })
      .finally(() => {
        if (sessions.guesses.get(key) === answer) sessions.guesses.delete(key)
      })
    sessions.guesses.set(key, answer)
    return await answer
  }

  return async (token, from) => {
    if (token === null) return null
    const tokenHash = hashSecret(token)
    const known = sessions.known(tokenHash, game.expiryNow())
    if (known !== null && !(known instanceof Promise)) return known
    if (known === null && !sessions.wasFound(tokenHash)) return await lookUp(tokenHash, addressKey(from.address))
    return await (known ?? sessions.find(tokenHash, game.expiryNow()))
  }
}
