import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Climbs, followClimbs } from '#rules/climb'
import { isAbout } from '../db/changes'
import type { Database, Reader } from '../db/database'
import type { Freeze } from '../db/queries/freeze'
import { BEFORE_ALL, countRecordsUpTo, type LedgerEntry, type Place, readEntriesAfter } from '../db/queries/score-changes'
import { cached } from './cached'
import type { RankedTeams } from './standings'

/** The ledger is left alone for so many times as long as following it took. */
const REST = 50
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
interface Followed {
  readonly place: Place
  readonly entries: number
  readonly climbs: Climbs
  /** Entries and voids of each team up to there. */
  readonly records: ReadonlyMap<string, number>
}

/** Whether nothing was entered before its place since, where only these teams' awards have changed. */
async function stillHolds(db: Reader, { place, records }: Followed, teamIds: readonly string[], until: number): Promise<boolean> {
  for (const teamId of teamIds) {
    if ((await countRecordsUpTo(db, teamId, place, until)) !== (records.get(teamId) ?? 0)) return false
    await nextTurn()
  }
  return true
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

/**
 * Follows the ledger to its end, on from the newest of these places before which nothing has changed, and from its beginning if there
 * is none.
 * @param before newest first, like what it returns
 * @param teamIds those whose awards have changed since
 */
export async function followLedger(
  db: Reader,
  { standings, freeze }: Sources,
  before: readonly Followed[],
  teamIds: readonly string[],
): Promise<readonly Followed[]> {
  const until = (await freeze())?.at ?? Number.MAX_SAFE_INTEGER
  let kept = before
  while (kept[0] !== undefined && !(await stillHolds(db, kept[0], teamIds, until))) kept = kept.slice(1)
  let newest = kept[0] ?? nothingFollowed((await standings()).teams)
  for await (const page of readEntriesAfter(db, newest.place, until)) {
    newest = goOn(newest, page)
    kept = keep(kept, newest)
    await nextTurn()
  }
  return kept
}

/**
 * The most places that each team has gained within an hour. No query of one team can tell, because all teams' scores of that hour
 * decide: the ledger is followed (docs/decisions/0039-medals-are-judged-by-the-server.md). A hidden team has no place on the ranking and gains none.
 */
export function createClimbs({ changes, read }: Database, sources: Sources): () => Promise<ReadonlyMap<string, number>> {
  let restsUntil = 0
  const followed = cached<readonly Followed[]>(changes, ['roster', 'ledger'], async (before, teamIds) => {
    await sleep(Math.max(0, restsUntil - performance.now()), undefined, { ref: false })
    const begunAt = performance.now()
    const rest = () => {
      restsUntil = performance.now() + REST * (performance.now() - begunAt)
    }
    return await followLedger(read, sources, before ?? [], teamIds).finally(rest)
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
