import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { inTurn, invalidate, notMeasured, type Row, ratioOf, withSpread } from '../../report/row'
import { AWARD_CONNECTIONS, type AwardContestant, awardLoad } from '../award-load'
import type { Bench, Measure } from '../bench'
import type { BenchDatabase } from '../databases'
import { findPgbench, pgbenchFloor } from '../pgbench'
import { startFloor, startProduct } from '../product'
import type { Load } from '../wrk'

const GOAL = 0.5
/** How much longer than the median the slowest award of a hundred may take. */
const TAIL_GOAL = 4

/** A contestant that answers over HTTP, and what its rounds showed. */
interface ServerContestant extends AwardContestant {
  readonly loads: Load[]
}

/** The stored scores must agree with the ledger. */
function scoreFaults({ build }: Bench, { url }: BenchDatabase): string[] {
  const env = { ...process.env, DATABASE_URL: url }
  try {
    execFileSync(process.execPath, [join(build, 'server/event.js'), 'verify'], { env, stdio: 'ignore' })
    return []
  } catch {
    return ['the scores do not agree with the ledger after the load']
  }
}

async function serverContestant(bench: Bench, name: 'product' | 'floor'): Promise<ServerContestant> {
  const database = await bench.databases.copyWith(bench.plan.largeLedger)
  const server =
    name === 'product'
      ? await startProduct(bench, database.url)
      : await startFloor('awards-sqlite', { DATABASE_URL: database.url })
  const load = await awardLoad(bench, database, name)
  const loads: Load[] = []
  return {
    name,
    loads,
    async run() {
      const round = await load.run(server.url, bench.plan.awardSeconds)
      loads.push(round)
      return round.perSecond
    },
    compare: async () => [...(await load.compare()), ...(name === 'product' ? scoreFaults(bench, database) : [])],
    async stop() {
      await server.stop()
      await database.discard()
    },
  }
}

function tailRow(what: string, loads: readonly Load[]): Row {
  const [p50s, p99s] = [loads.map((load) => load.p50Ms), loads.map((load) => load.p99Ms)]
  const ratio = ratioOf(p99s, p50s)
  return {
    what: `${what} at ${AWARD_CONNECTIONS} connections: p99`,
    measured: withSpread(p99s, ' ms'),
    floor: `p50 ${withSpread(p50s, ' ms')}`,
    ratio: ratio.text,
    goal: `at most ${TAIL_GOAL}`,
    verdict: ratio.value <= TAIL_GOAL ? 'met' : 'missed',
  }
}

async function compareAwards(
  bench: Bench,
  what: string,
  startFloorOf: (bench: Bench) => Promise<AwardContestant>,
): Promise<Row[]> {
  const { plan, progress } = bench
  const own = await serverContestant(bench, 'product')
  const contestants = [own, await startFloorOf(bench)]
  try {
    progress(`${what}: warming up`)
    for (const { run } of contestants) await run()
    const [rates = [], floor = []] = await inTurn(contestants, plan.rounds, (text) => progress(`${what}, ${text}`))
    progress(`${what}: comparing the answers with the ledgers`)
    const faults: string[] = []
    for (const { compare } of contestants) faults.push(...(await compare()))
    const ratio = ratioOf(rates, floor)
    const row: Row = {
      what: `${what} at ${AWARD_CONNECTIONS} connections, against ${bench.databases.engine === 'sqlite' ? 'a hand-written server' : 'pgbench'}`,
      measured: withSpread(rates, '/s'),
      floor: withSpread(floor, '/s'),
      ratio: ratio.text,
      goal: `at least ${GOAL}`,
      verdict: ratio.value >= GOAL ? 'met' : 'missed',
    }
    return [row, tailRow(what, own.loads.slice(-plan.rounds))].map((one) => invalidate(one, faults))
  } finally {
    for (const { stop } of contestants) await stop()
  }
}

export const measureAwards: Measure = async (bench) => {
  if (bench.databases.engine === 'sqlite') {
    return await compareAwards(bench, 'awards on SQLite', (same) => serverContestant(same, 'floor'))
  }
  const program = findPgbench()
  if (program === null) return [notMeasured('awards on PostgreSQL', `at least ${GOAL}`, 'no pgbench')]
  return await compareAwards(bench, 'awards on PostgreSQL', () => pgbenchFloor(bench, program))
}
