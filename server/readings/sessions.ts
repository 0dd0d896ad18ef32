import { isAbout } from '../db/changes'
import type { Database } from '../db/database'
import { findSession, type LiveSession } from '../db/queries/sessions'

/** Bounds the memory: four devices for each of 5,000 players. */
const CAPACITY = 20_000

export type Sessions = ReturnType<typeof createSessions>

/** A cache of sessions, invalidated when an account or a booth's staff may have changed. */
export function createSessions(db: Database) {
  const cache = new Map<string, LiveSession>()
  const found = new Set<string>()
  const asked = new Map<string, Promise<LiveSession | null>>()
  db.changes.subscribe((change) => {
    if (!isAbout(change, ['accounts'])) return
    cache.clear()
    // A session may end while its query is in flight, so later callers start another.
    asked.clear()
  })

  function keep(session: LiveSession): void {
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
          if (session !== null && asked.get(tokenHash) === answer) keep(session)
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
