import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Climbs, followClimbs } from '#rules/climb'
import { isAbout } from '../db/changes'
import type { Database, Reader } from '../db/database'
import type { Freeze } from '../db/queries/freeze'
import { BEFORE_ALL, countRecordsUpTo, type LedgerEntry, type Place, readEntriesAfter } from '../db/queries/score-changes'
import { cached } from './cached'
import type { RankedTeams } from './standings'

/** The ledger is left alone for so long (ms) for each entry that was looked at: fifty times what that takes. */
const REST_MS = 0.1
/** The very first answer waits for at most this long (ms). */
const PATIENCE_MS = 100
/** Awards often arrive in another order than they were made: so many entries lie between the places to go on from. */
const KEPT_APART = 1_000
const MOST_KEPT = 3

interface Sources {
  standings(): Promise<RankedTeams>
  freeze(): Promise<Freeze | null>
}

/** The ledger followed from its beginning up to a place. */
export interface Followed {
  readonly place: Place
  readonly entries: number
  readonly climbs: Climbs
  /** Entries and voids of each team up to there. */
  readonly records: ReadonlyMap<string, number>
}

function nothingFollowed(teams: RankedTeams['teams']): Followed {
  return { place: BEFORE_ALL, entries: 0, climbs: followClimbs(teams.map(({ teamId }) => teamId)), records: new Map() }
}

function goOn({ entries, ...start }: Followed, page: readonly LedgerEntry[]): Followed {
  const climbs = start.climbs.copy()
  const records = new Map(start.records)
  for (const entry of page) {
    records.set(entry.teamId, (records.get(entry.teamId) ?? 0) + (entry.voided ? 2 : 1))
    if (!entry.voided) climbs.add(entry)
  }
  return { place: page.at(-1)?.place ?? start.place, entries: entries + page.length, climbs, records }
}

/** @param kept newest first */
function keep([last, ...older]: readonly Followed[], newest: Followed): readonly Followed[] {
  const isNear = last !== undefined && older[0] !== undefined && last.entries - older[0].entries < KEPT_APART
  return [newest, ...(last === undefined || isNear ? [] : [last]), ...older].slice(0, MOST_KEPT)
}

export interface Following {
  /** Places to go on from, newest first. */
  readonly kept: readonly Followed[]
  /** How many entries were looked at. */
  readonly looked: number
}

/**
 * Follows the ledger to its end, on from the newest place before which nothing has changed, and from its beginning if there is none.
 * @param before the places of the last time
 * @param teamIds those whose awards have changed since
 */
export async function followLedger(
  db: Reader,
  { standings, freeze }: Sources,
  before: readonly Followed[],
  teamIds: readonly string[],
): Promise<Following> {
  const until = (await freeze())?.at ?? Number.MAX_SAFE_INTEGER
  let looked = 0

  async function stillHolds({ place, records }: Followed): Promise<boolean> {
    for (const teamId of teamIds) {
      const total = await countRecordsUpTo(db, teamId, place, until)
      looked += total
      if (total !== (records.get(teamId) ?? 0)) return false
      await nextTurn()
    }
    return true
  }

  let kept = before
  while (kept[0] !== undefined && !(await stillHolds(kept[0]))) kept = kept.slice(1)
  let newest = kept[0] ?? nothingFollowed((await standings()).teams)
  for await (const page of readEntriesAfter(db, newest.place, until)) {
    newest = goOn(newest, page)
    kept = keep(kept, newest)
    looked += page.length
    await nextTurn()
  }
  return { kept, looked }
}

/**
 * The most places that each team has gained within an hour. No query of one team can tell, because all teams' scores of that hour
 * decide: the ledger is followed (docs/decisions/0039-medals-are-judged-by-the-server.md). A hidden team has no place on the ranking and gains none.
 */
export function createClimbs({ changes, read }: Database, sources: Sources): () => Promise<ReadonlyMap<string, number>> {
  let restsUntil = 0
  const followed = cached<readonly Followed[]>(changes, ['roster', 'ledger'], async (before, teamIds) => {
    await sleep(Math.max(0, restsUntil - performance.now()), undefined, { ref: false })
    const { kept, looked } = await followLedger(read, sources, before ?? [], teamIds)
    restsUntil = performance.now() + looked * REST_MS
    return kept
  })

  let greatest: ReadonlyMap<string, number> | null = null
  async function update(): Promise<void> {
    try {
      const [newest] = await followed()
      if (newest !== undefined) greatest = newest.climbs.greatest()
    } catch {
      // A failure is left to the readings that no answer can do without.
    }
  }
  // Not when somebody asks: the phones ask as soon as they hear of the change.
  changes.subscribe((change) => {
    if (greatest !== null && isAbout(change, ['roster', 'ledger'])) void update()
  })

  return async () => {
    if (greatest === null) await Promise.race([update(), sleep(PATIENCE_MS, undefined, { ref: false })])
    return greatest ?? new Map()
  }
}
