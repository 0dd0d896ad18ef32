import { invalidate, notMeasured, type Row, withSpread } from '../../report/row'
import { AWARD_CONNECTIONS, type AwardContestant, awardLoad } from '../award-load'
import type { Bench, Measure } from '../bench'
import type { BenchDatabase } from '../databases'
import { inTurn, ratioOf } from '../in-turn'
import { findPgbench, pgbenchFloor } from '../pgbench'
import { startFloor, startProduct } from '../product'
import { verifyScores } from '../projection'

const GOAL = 0.5

/** The stored scores must agree with the ledger, if the product stores them. */
function scoreFaults({ build }: Bench, database: BenchDatabase): string[] {
  if (!database.keepsScores) return []
  try {
    verifyScores(build, database.url)
    return []
  } catch {
    return ['the scores do not agree with the ledger after the load']
  }
}

async function product(bench: Bench): Promise<AwardContestant> {
  const database = await bench.databases.copyWith(bench.plan.largeLedger)
  const server = await startProduct(bench, database.url)
  const load = await awardLoad(bench, database, 'product')
  return {
    name: 'product',
    run: () => load.run(server.url, bench.plan.awardSeconds),
    compare: async () => [...(await load.compare()), ...scoreFaults(bench, database)],
    async stop() {
      await server.stop()
      await database.discard()
    },
  }
}

async function sqliteFloor(bench: Bench): Promise<AwardContestant> {
  const database = await bench.databases.copyWith(bench.plan.largeLedger)
  const server = await startFloor('awards-sqlite', { DATABASE_URL: database.url })
  const load = await awardLoad(bench, database, 'floor')
  return {
    name: 'floor',
    run: () => load.run(server.url, bench.plan.awardSeconds),
    compare: load.compare,
    async stop() {
      await server.stop()
      await database.discard()
    },
  }
}

async function compareAwards(
  bench: Bench,
  what: string,
  startFloorOf: (bench: Bench) => Promise<AwardContestant>,
): Promise<Row[]> {
  const { plan, progress } = bench
  const contestants = [await product(bench), await startFloorOf(bench)]
  try {
    progress(`${what}: warming up`)
    for (const { run } of contestants) await run()
    const [own = [], floor = []] = await inTurn(contestants, plan.rounds, (text) => progress(`${what}, ${text}`))
    progress(`${what}: comparing the answers with the ledgers`)
    const faults: string[] = []
    for (const { compare } of contestants) faults.push(...(await compare()))
    const ratio = ratioOf(own, floor)
    const row: Row = {
      what: `${what} at ${AWARD_CONNECTIONS} connections, against ${bench.databases.engine === 'sqlite' ? 'a hand-written server' : 'pgbench'}`,
      measured: withSpread(own, '/s'),
      floor: withSpread(floor, '/s'),
      ratio: ratio.text,
      goal: `at least ${GOAL}`,
      verdict: ratio.value >= GOAL ? 'met' : 'missed',
    }
    return [invalidate(row, faults)]
  } finally {
    for (const { stop } of contestants) await stop()
  }
}

export const measureAwards: Measure = async (bench) => {
  if (bench.databases.engine === 'sqlite') return await compareAwards(bench, 'awards on SQLite', sqliteFloor)
  const program = findPgbench()
  if (program === null) return [notMeasured('awards on PostgreSQL', `at least ${GOAL}`, 'no pgbench')]
  return await compareAwards(bench, 'awards on PostgreSQL', () => pgbenchFloor(bench, program))
}
