import { setImmediate as nextTurn } from 'node:timers/promises'
import { affects, type CachedData, type CommitFeed, coalesceRuns } from '../db/commits'

/**
 * Caches the result of `make` until a commit may have changed its data. A change of the event
 * (booths, point types, tags, settings) always clears the cache, even if `data` is empty. Runs one
 * query at a time, so that an older result never replaces a newer one. A call after a change gets
 * the result of a query that began after the change.
 * @param make receives the previous result and the teams whose awards have changed since; null
 * instead of the result if anything else may have changed
 */
export function cached<T>(
  commits: CommitFeed,
  data: readonly CachedData[],
  make: (before: T | null, teamIds: readonly string[]) => Promise<T>,
): () => Promise<T> {
  let current: Promise<T> | null = null
  let before: T | null = null
  let isWhole = false
  const teamIds = new Set<string>()
  commits.subscribe((commit) => {
    if (!affects(commit, data)) return
    current = null
    if (commit.on === 'ledger') for (const teamId of commit.teamIds) teamIds.add(teamId)
    else isWhole = false
  })
  const makeAgain = coalesceRuns(() => {
    const made = make(isWhole ? before : null, [...teamIds])
    current = made
    isWhole = true
    teamIds.clear()
    made.then(
      (result) => {
        before = result
      },
      () => {
        isWhole = false
        if (current === made) current = null
      },
    )
    return made
  })
  return () => current ?? makeAgain()
}

/**
 * Number of turns of the event loop before a team is read. libuv accepts one connection per turn
 * (https://github.com/libuv/libuv/pull/3696): when all phones reconnect after a start, the
 * connection of an award would otherwise wait for seconds.
 */
const TURNS_BETWEEN = 4

async function acceptConnections(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn()
}

/** Maximum number of cached teams. They take 100 MB if each has a full page of awards. */
const MAX_TEAMS = 2_500

/** Like `cached`, for each team. The results depend on the team's awards and on the roster. */
export function cachedByTeam<T>(
  commits: Pick<CommitFeed, 'subscribe'>,
  make: (teamId: string) => Promise<T>,
): (teamId: string) => Promise<T> {
  const byTeam = new Map<string, Promise<T>>()
  let turn = Promise.resolve()
  commits.subscribe((commit) => {
    if (commit.on === 'ledger') for (const teamId of commit.teamIds) byTeam.delete(teamId)
    else if (affects(commit, ['roster'])) byTeam.clear()
  })

  return (teamId) => {
    const current = byTeam.get(teamId)
    if (current !== undefined) return current
    turn = turn.then(acceptConnections)
    const reading = turn.then(() => make(teamId))
    if (byTeam.size >= MAX_TEAMS) byTeam.clear()
    byTeam.set(teamId, reading)
    reading.catch(() => {
      if (byTeam.get(teamId) === reading) byTeam.delete(teamId)
    })
    return reading
  }
}

/** Remembers the last result and returns it for the same arguments. */
export function memoizeLast<Of extends readonly unknown[], T>(
  make: (...of: Of) => T,
): (...of: Of) => T {
  let last: { readonly of: Of; readonly made: T } | null = null
  return (...of) => {
    if (last === null || of.some((one, index) => one !== last?.of[index]))
      last = { of, made: make(...of) }
    return last.made
  }
}
