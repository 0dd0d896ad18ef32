import { isAbout } from '../db/commits'
import type { Database } from '../db/database'
import { findSession, type LiveSession } from '../db/queries/sessions'
import type { Game } from '../game'
import { addressKey, type Limits, tooManyRequests } from '../limits'
import { hashSecret } from '../random'

/** Bounds the memory: four devices for each of 5,000 players. */
const CAPACITY = 20_000

type Sessions = ReturnType<typeof createSessions>

/** A cache of sessions, invalidated when an account or a booth's staff may have changed. */
export function createSessions(db: Database) {
  const cache = new Map<string, LiveSession>()
  const found = new Set<string>()
  const asked = new Map<string, Promise<LiveSession | null>>()
  db.commits.subscribe((commit) => {
    if (!isAbout(commit, ['accounts'])) return
    cache.clear()
    // A session may end while its query is in flight, so later callers start another.
    asked.clear()
  })

  function remember(session: LiveSession): void {
    if (cache.size >= CAPACITY) cache.clear()
    cache.set(session.tokenHash, session)
  }

  function note(tokenHash: string, session: LiveSession | null): void {
    if (session === null) {
      found.delete(tokenHash)
      return
    }
    if (found.size >= CAPACITY) found.clear()
    found.add(tokenHash)
  }

  return {
    /** The session, or its query in flight; null if it needs a query. */
    known(tokenHash: string, now: number): LiveSession | Promise<LiveSession | null> | null {
      const session = cache.get(tokenHash)
      if (session !== undefined && session.expiresAt > now) return session
      return asked.get(tokenHash) ?? null
    },
    /** True if it was found before. Such a token is no guess, whatever address it comes from. */
    wasFound: (tokenHash: string) => found.has(tokenHash),
    /** By address, the lookup of a possible guess that was begun last; calls and streams have the same. */
    guesses: new Map<string, Promise<LiveSession | null>>(),
    /** Queries the database. */
    find(tokenHash: string, now: number): Promise<LiveSession | null> {
      const answer = findSession(db.read, tokenHash, now)
        .then((session) => {
          note(tokenHash, session)
          if (session !== null && asked.get(tokenHash) === answer) remember(session)
          return session
        })
        .finally(() => {
          if (asked.get(tokenHash) === answer) asked.delete(tokenHash)
        })
      asked.set(tokenHash, answer)
      return answer
    },
  }
}

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
