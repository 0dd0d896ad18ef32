import { setTimeout as sleep } from 'node:timers/promises'
import { followClimbs } from '#rules/climb'
import { isAbout } from '../db/changes'
import type { Database } from '../db/database'
import type { Freeze } from '../db/queries/freeze'
import { readScoreChanges } from '../db/queries/score-changes'
import { createRunsToCome } from '../db/runs-to-come'
import type { RankedTeams } from './standings'

/** After following the ledger, it is left alone for so long (ms) for each entry: fifty times what an entry takes. */
const REST_MS = 0.1
/** Answers wait for the first following for at most this long (ms) after it began; later ones are what was found last. */
const PATIENCE_MS = 100

interface Sources {
  standings(): Promise<RankedTeams>
  freeze(): Promise<Freeze | null>
}

/**
 * The most places that each team has gained within an hour. No query of one team can tell, because all teams' scores of that hour
 * decide: the ledger is followed from its beginning (docs/decisions/0039-medals-are-judged-by-the-server.md). A hidden team has
 * no place on the ranking and gains none.
 */
export function createClimbs(
  { changes, read }: Database,
  { standings, freeze }: Sources,
): () => Promise<ReadonlyMap<string, number>> {
  let greatest: ReadonlyMap<string, number> = new Map()
  let first: Promise<unknown> | null = null
  let isStale = true
  let restsUntil = 0

  async function follow(): Promise<void> {
    await sleep(Math.max(0, restsUntil - performance.now()), undefined, { ref: false })
    if (!isStale) return
    isStale = false
    let entries = 0
    try {
      const { teams } = await standings()
      const climbs = followClimbs(teams.map(({ teamId }) => teamId))
      for await (const page of readScoreChanges(read, (await freeze())?.at ?? Number.MAX_SAFE_INTEGER)) {
        for (const change of page) climbs.add(change)
        entries += page.length
      }
      greatest = climbs.greatest()
    } catch (reason) {
      isStale = true
      throw reason
    } finally {
      restsUntil = performance.now() + entries * REST_MS
    }
  }
  const runs = createRunsToCome(follow)
  // A failure is left to the readings that the answer cannot do without. Who asks next tries again.
  const update = () =>
    runs().catch(() => {
      first = null
    })
  changes.subscribe((change) => {
    if (!isAbout(change, ['roster', 'ledger'])) return
    isStale = true
    // Not when somebody asks: the phones ask as soon as they hear of the change.
    if (first !== null) void update()
  })

  return async () => {
    first ??= Promise.race([update(), sleep(PATIENCE_MS, undefined, { ref: false })])
    await first
    return greatest
  }
}
