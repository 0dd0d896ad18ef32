import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contestant } from '../report/row'
import type { Bench } from './bench'
import type { BenchDatabase } from './databases'
import { POINT_TYPES, STAFF_PER_BOOTH } from './event'
import { type Load, runWrk } from './wrk'

export const AWARD_CONNECTIONS = 64
const IDS_PER_QUESTION = 10_000

/** Gives awards in rounds, and checks the ledger afterwards. */
export interface AwardContestant extends Contestant {
  /** Compares the answers with the ledger; returns the differences. */
  compare(): Promise<string[]>
  stop(): Promise<void>
}

/** Unlimited awards that no cooldown refuses, and the record of their results. */
export interface AwardLoad {
  /** Gives awards for this long. */
  run(url: string, seconds: number): Promise<Load>
  /** Compares the answers with the ledger; returns the differences and the refusals. */
  compare(): Promise<string[]>
}

export async function awardLoad(bench: Bench, database: BenchDatabase, name: string): Promise<AwardLoad> {
  const { plan, directory } = bench
  const { teams, booths } = plan.size
  const before = await database.countAwards()
  const files: string[] = []
  const faults: string[] = []
  let next = 0
  let answered = 0
  /** Sent, but cut off by the end of a round: they may or may not be in the ledger. */
  let unanswered = 0
  let [refused, refusal, broken] = [0, '', 0]

  async function countMissing(): Promise<number> {
    let missing = 0
    for (const file of files) {
      const ids = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      if (new Set(ids).size !== ids.length) faults.push(`${name}: an award was answered twice`)
      for (let from = 0; from < ids.length; from += IDS_PER_QUESTION) {
        const some = ids.slice(from, from + IDS_PER_QUESTION)
        missing += some.length - (await database.countRecorded(some))
      }
    }
    return missing
  }

  return {
    async run(url, seconds) {
      const file = join(directory, `${name.replaceAll(/\W/g, '-')}-${files.length}.answered`)
      files.push(file)
      const args = [next, teams, booths, POINT_TYPES.length - 1, STAFF_PER_BOOTH, file].map(String)
      const load = await runWrk({ url, load: ['awards', ...args], connections: AWARD_CONNECTIONS, seconds })
      next += load.issued
      answered += load.ok
      unanswered += load.issued - load.ok
      broken += load.broken
      refused += load.limited + load.failed
      refusal ||= load.refusal
      return load
    },
    async compare() {
      if (broken > 0) faults.push(`${name}: ${broken} connections broke or timed out`)
      if (refused > 0) faults.push(`${name}: ${refused} awards were refused: ${refusal}`)
      const recorded = (await database.countAwards()) - before
      const missing = await countMissing()
      if (missing > 0) faults.push(`${name}: ${missing} of ${answered} answered awards are not in the ledger`)
      if (recorded < answered || recorded > answered + unanswered) {
        faults.push(`${name}: ${answered} awards answered, ${recorded} recorded`)
      }
      return [...new Set(faults)]
    },
  }
}
