import { affects } from '../db/commits'
import type { Database } from '../db/database'
import { findSession, type LiveSession } from '../db/queries/sessions'
import type { Game } from '../game'
import { addressKey, type Limits, tooManyRequests } from '../limits'
import { hashSecret } from '../random'

/** Maximum number of cached sessions: four devices for each of 5,000 players. */
const CAPACITY = 20_000

type Sessions = ReturnType<typeof createSessions>

/**
 * Creates a cache of sessions, which is cleared when an account or a booth's staff may have
 * changed.
 */
export function createSessions(db: Database) {
  /** Queries by token hash. A query that fails or finds no session is removed. */
  const queries = new Map<string, Promise<LiveSession | null>>()
  const found = new Set<string>()
  // A session may end while its query is in flight, so callers after a change start a new query.
  db.commits.subscribe((commit) => {
    if (affects(commit, ['accounts'])) queries.clear()
  })

  return {
    /** Returns the session or its pending query, if any. */
    known: (tokenHash: string) => queries.get(tokenHash),
    /** Whether the token was found before: then it is no guess, whatever address sends it. */
    wasFound: (tokenHash: string) => found.has(tokenHash),
    /** The last query for a possible guess of each address; calls and streams share it. */
    guesses: new Map<string, Promise<LiveSession | null>>(),
    /** Queries the database. */
    find(tokenHash: string, now: number): Promise<LiveSession | null> {
      const query = findSession(db.read, tokenHash, now)
      if (queries.size >= CAPACITY) queries.clear()
      queries.set(tokenHash, query)
      const forget = () => {
        if (queries.get(tokenHash) === query) queries.delete(tokenHash)
      }
      query.then((session) => {
        if (found.size >= CAPACITY) found.clear()
        if (session !== null) found.add(tokenHash)
        else {
          found.delete(tokenHash)
          forget()
        }
      }, forget)
      return query
    },
  }
}

/** Finds the session of a token. Throws TOO_MANY_REQUESTS to an address that guesses. */
export type Admission = (
  token: string | null,
  from: { readonly address: string },
) => Promise<LiveSession | null>

/**
 * Creates the admission. Cached sessions need no query; queries for unknown tokens are limited by
 * address, so that nobody floods the database with invalid ones.
 */
export function createAdmission(game: Game, limits: Limits, sessions: Sessions): Admission {
  /**
   * Finds the session of a possible guess. At the limit, waits for the address's pending queries
   * and refuses only if these find no session: so after a restart all honest phones of a hall that
   * share one address are admitted at once.
   */
  async function findGuess(tokenHash: string, key: string): Promise<LiveSession | null> {
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
    const query = sessions.known(tokenHash)
    if (query !== undefined) {
      const session = await query
      if (session === null || session.expiresAt > game.expiryNow()) return session
    }
    if (sessions.wasFound(tokenHash)) return await sessions.find(tokenHash, game.expiryNow())
    return await findGuess(tokenHash, addressKey(from.address))
  }
}
