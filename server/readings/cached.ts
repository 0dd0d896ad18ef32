import { setImmediate as nextTurn } from 'node:timers/promises'
import { affects, type CommitFeed, coalesceRuns, type Part } from '../db/commits'

/**
 * Keeps what `make` returns until a part of the data that it is made of may have changed. One query runs at a time, so that an
 * older result never replaces a newer one; who asks after a change gets one that began after it.
 * @param make may build on the result before, where nothing but these teams' awards has changed since; else that is null
 */
export function cached<T>(
  commits: CommitFeed,
  parts: readonly Part[],
  make: (before: T | null, teamIds: readonly string[]) => Promise<T>,
): () => Promise<T> {
  let current: Promise<T> | null = null
  let before: T | null = null
  let isWhole = false
  const teamIds = new Set<string>()
  commits.subscribe((commit) => {
    if (!affects(commit, parts)) return
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
 * Turns of the event loop before each reading of a team. libuv accepts one new connection a turn
 * (https://github.com/libuv/libuv/pull/3696): when all phones ask after a start, an award would else wait for seconds to be accepted.
 */
const TURNS_BETWEEN = 4

async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn()
}

/** Teams that are kept: 100 MB, where each has a whole page of awards. */
const MOST_TEAMS = 2_500

/** The same for each team, of its awards and of what else a team is made of. */
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
    const known = byTeam.get(teamId)
    if (known !== undefined) return known
    turn = turn.then(letOthersIn)
    const reading = turn.then(() => make(teamId))
    if (byTeam.size >= MOST_TEAMS) byTeam.clear()
    byTeam.set(teamId, reading)
    reading.catch(() => {
      if (byTeam.get(teamId) === reading) byTeam.delete(teamId)
    })
    return reading
  }
}

/** Makes something again only when one of what it is made of is another object. */
export function memoizeLast<Of extends readonly unknown[], T>(make: (...of: Of) => T): (...of: Of) => T {
  let last: { readonly of: Of; readonly made: T } | null = null
  return (...of) => {
    if (last === null || of.some((one, index) => one !== last?.of[index])) last = { of, made: make(...of) }
    return last.made
  }
}
