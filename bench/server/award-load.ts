import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Contestant, median, quantile } from '../report/row'
import type { Bench, Plan } from './bench'
import type { BenchDatabase } from './databases'
import { POINT_TYPES, STAFF_PER_BOOTH } from './event'
import { award, isOk, send } from './requests'
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

const AWARDS_PER_SECOND = 20

export interface Waits {
  /** Latency of each award, in ms. */
  readonly times: readonly number[]
  /** How many were answered as recorded. */
  readonly recorded: number
  /** The answers that were not OK. */
  readonly refusals: readonly string[]
}

/** @param times latencies in ms */
export const shownTimes = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, longest ${quantile(times, 1).toFixed(1)} ms`

/** What went wrong with all awards at a pace since the ledger had `before` entries. */
export async function waitFaults(database: BenchDatabase, before: number, waits: readonly Waits[]): Promise<string[]> {
  const refusals = waits.flatMap((one) => one.refusals)
  const recorded = waits.reduce((sum, one) => sum + one.recorded, 0)
  const added = (await database.countAwards()) - before
  return [
    ...(refusals.length > 0 ? [`${refusals.length} awards were refused: ${refusals[0]}`] : []),
    ...(added === recorded ? [] : [`${recorded} awards answered, ${added} recorded`]),
  ]
}

/**
 * Awards of several booths at a fixed rate, whether or not earlier ones were answered. Each is timed from the moment it
 * was due, so that a stalled server does not get less load.
 * @param type a point type whose cooldown no earlier award has started
 */
export async function awardsAtPace(url: string, { size }: Plan, seconds: number, type: number): Promise<Waits> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const refusals: string[] = []
  const started = performance.now()
  let recorded = 0

  async function give(index: number): Promise<void> {
    const due = started + (index * 1000) / AWARDS_PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
    // Not of those who flood: always the second of a booth's staff.
    const [booth, team] = [index % size.booths, (index * STAFF_PER_BOOTH + 1) % size.teams]
    try {
      const answer = await send(url, award(size, booth, team, type, randomUUID()), agent)
      times.push(performance.now() - due)
      if (isOk(answer)) recorded++
      else refusals.push(answer.body.toString().slice(0, 200))
    } catch (reason) {
      refusals.push(String(reason))
    }
  }

  await Promise.all(Array.from({ length: seconds * AWARDS_PER_SECOND }, (_, index) => give(index)))
  agent.destroy()
  return { times, recorded, refusals }
}
