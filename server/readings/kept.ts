import type { Change, ChangeFeed } from '../db/changes'

/** A reading that is made when it is asked for and kept until a change concerns it. */
export function kept<T>(changes: ChangeFeed, concerns: (change: Change) => boolean, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  changes.subscribe((change) => {
    // What is on its way may have been read before the change: who asks from now on gets another.
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

/** Booths, point types, settings: what the organiser applies. */
export function concernsEvent({ on }: Change): boolean {
  return on === 'event' || on === 'anything'
}
