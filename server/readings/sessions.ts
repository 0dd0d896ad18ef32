import type { Database } from '../db/database'
import { findSession, type LiveSession } from '../db/queries/sessions'

/** Bounds the memory: four devices for each of 5,000 players. */
const MOST_KEPT = 20_000

/** Who is signed in, without asking the database again until an account or a booth's staff may have changed. */
export interface Sessions {
  /** The session, or the answer that is on its way; null where it takes a query of its own. */
  known(tokenHash: string, now: number): LiveSession | Promise<LiveSession | null> | null
  /** Asks the database. */
  find(tokenHash: string, now: number): Promise<LiveSession | null>
}

export function createSessions(db: Database): Sessions {
  const kept = new Map<string, LiveSession>()
  const asked = new Map<string, Promise<LiveSession | null>>()
  db.changes.subscribe((change) => {
    if (change.on === 'ledger' || change.on === 'roster') return
    kept.clear()
    // A session may have ended while the answer is on its way: whoever asks from now on asks anew.
    asked.clear()
  })

  function keep(session: LiveSession): void {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(session.tokenHash, session)
  }

  return {
    known(tokenHash, now) {
      const session = kept.get(tokenHash)
      if (session !== undefined && session.expiresAt > now) return session
      return asked.get(tokenHash) ?? null
    },
    find(tokenHash, now) {
      const answer = findSession(db.read, tokenHash, now)
        .then((found) => {
          if (found !== null && asked.get(tokenHash) === answer) keep(found)
          return found
        })
        .finally(() => {
          if (asked.get(tokenHash) === answer) asked.delete(tokenHash)
        })
      asked.set(tokenHash, answer)
      return answer
    },
  }
}
