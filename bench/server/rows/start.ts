import { withSpread } from '../../report/row'
import { type Measure, onEngine } from '../bench'
import { inTurn, ratioOf } from '../in-turn'
import { type RunningServer, startProduct, startServer } from '../product'

const GOAL_MS = 2_000
const BARE = "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, process.env.HOST)"

async function timeStart(start: () => Promise<RunningServer>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.startedInMs
}

/** From the start of the process until `/ready` responds with 200, with a large ledger. */
export const measureStart: Measure = async (bench) => {
  const { plan, databases, progress } = bench
  const database = await databases.copyWith(plan.largeLedger)
  try {
    const contestants = [
      { name: 'product', run: () => timeStart(() => startProduct(bench, database.url)) },
      { name: 'bare', run: () => timeStart(() => startServer(['-e', BARE])) },
    ]
    const [own = [], floor = []] = await inTurn(contestants, plan.rounds, (text) => progress(`start, ${text} ms`))
    const slowest = own.reduce((a, b) => Math.max(a, b))
    return [
      {
        what: onEngine(`start with ${plan.largeLedger.toLocaleString('en')} awards`, bench),
        measured: withSpread(own, ' ms'),
        floor: `bare node:http ${withSpread(floor, ' ms')}`,
        ratio: ratioOf(own, floor).text,
        goal: `at most ${GOAL_MS.toLocaleString('en')} ms`,
        verdict: slowest <= GOAL_MS ? 'met' : 'missed',
      },
    ]
  } finally {
    await database.discard()
  }
}
