import type { Database } from '../db/database'
import { type LastGiven, readLastGivenBy } from '../db/queries/cooldowns'
import { invalidatedByAwards } from './cached-by-key'

/** Memory bound: pairs of a booth and a team. */
const CAPACITY = 20_000

/** Caches when a booth last gave each of its point types to a team, until the team's awards or the booth's offers change. */
export function createLastGiven({ changes, read }: Database) {
  const teams = new Map<string, Map<string, Promise<readonly LastGiven[]>>>()
  let size = 0

  function clear(): void {
    teams.clear()
    size = 0
  }
  changes.subscribe((change) => {
    const invalid = invalidatedByAwards(change)
    if (invalid === 'all') clear()
    // Removed teams still count: the bound is then reached early, never late.
    else for (const teamId of invalid) teams.delete(teamId)
  })

  return (vendorId: string, teamId: string): Promise<readonly LastGiven[]> => {
    const known = teams.get(teamId)?.get(vendorId)
    if (known !== undefined) return known
    if (size >= CAPACITY) clear()
    const given = readLastGivenBy(read, vendorId, teamId)
    const ofTeam = teams.get(teamId) ?? new Map<string, Promise<readonly LastGiven[]>>()
    teams.set(teamId, ofTeam.set(vendorId, given))
    size++
    given.catch(() => ofTeam.delete(vendorId))
    return given
  }
}
