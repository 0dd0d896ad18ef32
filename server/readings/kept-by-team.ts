import type { ChangeFeed } from '../db/changes'

interface Options<T> {
  readonly make: (teamId: string) => Promise<T>
  /** How much of the bound one reading takes. */
  readonly sizeOf: (reading: T) => number
  readonly bound: number
}

/** A reading of each team's, kept until the team's awards, a roster or the event may have changed. */
export function keptByTeam<T>(changes: ChangeFeed, { make, sizeOf, bound }: Options<T>): (teamId: string) => Promise<T> {
  const readings = new Map<string, Promise<T>>()
  let size = 0

  function forgetAll(): void {
    readings.clear()
    size = 0
  }
  changes.subscribe((change) => {
    if (change.on === 'accounts') return
    if (change.on === 'ledger') for (const teamId of change.teamIds) readings.delete(teamId)
    else forgetAll()
  })

  return (teamId) => {
    const known = readings.get(teamId)
    if (known !== undefined) return known
    const made = make(teamId)
    readings.set(teamId, made)
    made.then(
      (reading) => {
        // Counts what a change has removed in the meantime too: the bound is then reached early, never late.
        size += sizeOf(reading)
        if (size > bound) forgetAll()
      },
      () => {
        if (readings.get(teamId) === made) readings.delete(teamId)
      },
    )
    return made
  }
}
