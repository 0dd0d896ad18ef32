import type { Change, ChangeFeed } from '../db/changes'

/** What a change spoils: everything, or the readings under these keys. */
export type Spoilt = 'all' | readonly string[]

interface Options<T> {
  readonly spoiltBy: (change: Change) => Spoilt
  readonly make: (key: string) => Promise<T>
  /** How much of the bound one reading takes; 1 by default. */
  readonly sizeOf?: (reading: T) => number
  readonly bound: number
}

/** Readings that are made when they are asked for and kept until a change spoils them, or until they take too much room. */
export function keptByKey<T>(changes: ChangeFeed, { spoiltBy, make, sizeOf = () => 1, bound }: Options<T>) {
  const readings = new Map<string, Promise<T>>()
  let size = 0

  function forgetAll(): void {
    readings.clear()
    size = 0
  }
  changes.subscribe((change) => {
    const spoilt = spoiltBy(change)
    if (spoilt === 'all') forgetAll()
    else for (const key of spoilt) readings.delete(key)
  })

  return (key: string): Promise<T> => {
    const known = readings.get(key)
    if (known !== undefined) return known
    const made = make(key)
    readings.set(key, made)
    made.then(
      (reading) => {
        // What was spoilt in the meantime still counts: the bound is then reached early, never late.
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

/** Readings under a team's id that tell of its awards. */
export function spoiltByAwards(change: Change): Spoilt {
  if (change.on === 'accounts') return []
  return change.on === 'ledger' ? change.teamIds : 'all'
}

/** Readings of people and teams that awards do not change. */
export function spoiltByPeople({ on }: Change): Spoilt {
  return on === 'ledger' ? [] : 'all'
}
