import type { Change, ChangeFeed } from '../db/changes'

/** What a change invalidates: everything, or the readings under these keys. */
export type Invalidated = 'all' | readonly string[]

interface Options<T> {
  readonly invalidatedBy: (change: Change) => Invalidated
  readonly make: (key: string) => Promise<T>
  /** The share of the capacity that one reading takes; 1 by default. */
  readonly sizeOf?: (reading: T) => number
  readonly bound: number
}

/** A cache of readings by key, invalidated by changes and bounded in size. */
export function cachedByKey<T>(changes: ChangeFeed, { invalidatedBy, make, sizeOf = () => 1, bound }: Options<T>) {
  const readings = new Map<string, Promise<T>>()
  let size = 0

  function forgetAll(): void {
    readings.clear()
    size = 0
  }
  changes.subscribe((change) => {
    const invalidated = invalidatedBy(change)
    if (invalidated === 'all') forgetAll()
    else for (const key of invalidated) readings.delete(key)
  })

  return (key: string): Promise<T> => {
    const known = readings.get(key)
    if (known !== undefined) return known
    const made = make(key)
    readings.set(key, made)
    made.then(
      (reading) => {
        // Entries invalidated meanwhile are still counted, so the bound is reached early, never late.
        size += sizeOf(reading)
        if (size > bound) forgetAll()
      },
      () => {
        if (readings.get(key) === made) readings.delete(key)
      },
    )
    return made
  }
}

/** Cached readings by team id that depend on awards. */
export function invalidatedByAwards(change: Change): Invalidated {
  if (change.on === 'accounts' || change.on === 'messages') return []
  return change.on === 'ledger' ? change.teamIds : 'all'
}

/** Cached readings of people and teams that awards do not change. */
export function invalidatedByPeople({ on }: Change): Invalidated {
  return on === 'ledger' || on === 'messages' ? [] : 'all'
}
