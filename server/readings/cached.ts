import type { Change, ChangeFeed } from '../db/changes'

/** A cached reading that is computed on demand and invalidated by changes that concern it. */
export function cached<T>(changes: ChangeFeed, concerns: (change: Change) => boolean, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  changes.subscribe((change) => {
    // A query in flight may have started before the change, so later callers start another.
    if (concerns(change)) current = null
  })
  return () => {
    if (current !== null) return current
    const made = make()
    current = made
    made.catch(() => {
      if (current === made) current = null
    })
    return made
  }
}

/** The roster, and what the organiser applies. */
export function concernsTeams({ on }: Change): boolean {
  return on === 'roster' || on === 'event' || on === 'anything'
}

/** Booths, point types and settings, which the organiser applies. */
export function concernsEvent({ on }: Change): boolean {
  return on === 'event' || on === 'anything'
}
