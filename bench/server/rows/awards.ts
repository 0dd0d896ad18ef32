import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, inTurn, ratioOf } from '../../report/contestants'
import { invalidate, type Row, withSpread } from '../../report/row'
import type { Bench, Measure } from '../bench'
import type { BenchDatabase } from '../databases'
import { POINT_TYPES, STAFF_PER_BOOTH } from '../event'
import { startFloor, startProduct } from '../product'
import { type Load, runWrk } from '../wrk'

const GOAL = 0.4
/** The limit of the awards' p99, as a multiple of their median. */
const TAIL_GOAL = 4
const CONNECTIONS = 64
const IDS_PER_QUESTION = 10_000

/**
 * A server to which each round of load sends awards as fast as the server accepts them. The awards
 * are chosen so that no cooldown refuses one.
 */
interface AwardContestant extends Contestant {
  readonly loads: readonly Load[]
  /** Lists refusals, and differences between the answers and the ledger. */
  compare(): Promise<string[]>
  stop(): Promise<void>
}

/** Counts the ids in a file that are not in the ledger. Throws if an id was answered twice. */
async function countMissing(database: BenchDatabase, file: string): Promise<number> {
  const ids = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  if (new Set(ids).size !== ids.length) throw new Error('an award was answered twice')
  let missing = ids.length
  for (let from = 0; from < ids.length; from += IDS_PER_QUESTION) {
    missing -= await database.countRecorded(ids.slice(from, from + IDS_PER_QUESTION))
  }
  return missing
}

/** Lists stored scores that differ from the ledger. */
function scoreProblems({ build }: Bench, { url }: BenchDatabase): string[] {
  const env = { ...process.env, DATABASE_URL: url }
  try {
    execFileSync(process.execPath, [join(build, 'server/event.js'), 'verify'], {
      env,
      stdio: 'ignore',
    })
    return []
  } catch {
    return ['the scores do not agree with the ledger after the load']
  }
}

async function contestantOf(bench: Bench, name: 'product' | 'floor'): Promise<AwardContestant> {
  const { plan, directory, databases } = bench
  const { teams, booths } = plan.size
  const database = await databases.copyWith(plan.largeLedger)
  const isProduct = name === 'product'
  const server = await (isProduct
    ? startProduct(bench, database.url)
    : startFloor('awards-sqlite', { DATABASE_URL: database.url }))
  const before = await database.countAwards()
  const loads: Load[] = []
  const fileOf = (round: number) => join(directory, `${name}-${round}.answered`)
  const sum = (of: (load: Load) => number) => loads.reduce((all, load) => all + of(load), 0)
  return {
    name,
    loads,
    async run() {
      const first = sum(({ issued }) => issued)
      const args = [
        first,
        teams,
        booths,
        POINT_TYPES.length - 1,
        STAFF_PER_BOOTH,
        fileOf(loads.length),
      ].map(String)
      const plan = { url: server.url, connections: CONNECTIONS, seconds: bench.plan.awardSeconds }
      const load = await runWrk({ ...plan, load: ['awards', ...args] })
      loads.push(load)
      return load.perSecond
    },
    async compare() {
      const wrong = sum(({ broken, limited, failed }) => broken + limited + failed)
      const [answered, issued] = [sum(({ ok }) => ok), sum((load) => load.issued)]
      const recorded = (await database.countAwards()) - before
      let missing = 0
      for (const round of loads.keys()) missing += await countMissing(database, fileOf(round))
      return [
        ...(wrong > 0
          ? [
              `${name}: ${wrong} awards were refused or not answered: ${loads.map(({ refusal }) => refusal).join(' ')}`,
            ]
          : []),
        ...(missing > 0
          ? [`${name}: ${missing} of ${answered} answered awards are not in the ledger`]
          : []),
        // The end of a round cuts off requests, whose awards may or may not be in the ledger.
        ...(recorded < answered || recorded > issued
          ? [`${name}: ${answered} awards answered, ${recorded} recorded`]
          : []),
        ...(isProduct ? scoreProblems(bench, database) : []),
      ]
    },
    async stop() {
      await server.stop()
      await database.discard()
    },
  }
}

/**
 * On SQLite compares the rate of awards with that of a hand-written server, the floor. On PostgreSQL
 * has only the row of the p99, which shows the rate too.
 */
export const measureAwards: Measure = async (bench) => {
  const { plan, progress } = bench
  const isSqlite = bench.databases.engine === 'sqlite'
  const what = `awards on ${isSqlite ? 'SQLite' : 'PostgreSQL'} at ${CONNECTIONS} connections`
  const own = await contestantOf(bench, 'product')
  const contestants = [own, ...(isSqlite ? [await contestantOf(bench, 'floor')] : [])]
  try {
    progress(`${what}: warming up`)
    for (const { run } of contestants) await run()
    const [rates = [], floor = []] = await inTurn(contestants, plan.rounds, (text) =>
      progress(`${what}, ${text}`),
    )
    progress(`${what}: comparing the answers with the ledgers`)
    const problems: string[] = []
    for (const { compare } of contestants) problems.push(...(await compare()))
    const loads = own.loads.slice(-plan.rounds)
    const [p50s, p99s] = [loads.map((load) => load.p50Ms), loads.map((load) => load.p99Ms)]
    const [ratio, tail] = [ratioOf(rates, floor), ratioOf(p99s, p50s)]
    const rate: Row = {
      what: `${what}, against a hand-written server`,
      measured: withSpread(rates, '/s'),
      floor: withSpread(floor, '/s'),
      ratio: ratio.text,
      goal: `at least ${GOAL}`,
      verdict: ratio.value >= GOAL ? 'met' : 'missed',
    }
    const latest: Row = {
      what: `${what}: p99`,
      measured: `${withSpread(p99s, ' ms')} at ${withSpread(rates, '/s')}`,
      floor: `p50 ${withSpread(p50s, ' ms')}`,
      ratio: tail.text,
      goal: `at most ${TAIL_GOAL}`,
      verdict: tail.value <= TAIL_GOAL ? 'met' : 'missed',
    }
    return [...(isSqlite ? [rate] : []), latest].map((row) => invalidate(row, problems))
  } finally {
    for (const { stop } of contestants) await stop()
  }
}
