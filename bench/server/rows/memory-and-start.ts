import { inTurn, invalidate, median, notMeasured, type Row, ratioOf, withSpread } from '../../report/row'
import { awardLoad } from '../award-load'
import { type Bench, type Measure, onEngine } from '../bench'
import { type RunningServer, startProduct, startServer } from '../product'
import { byPlayers, OK, writeRequests } from '../requests'
import { runWrk } from '../wrk'

const GOAL_MIB = 250
const GOAL_MINUTES = 10
/** The maximum growth from the second quarter to the last that counts as flat. */
const GROWTH_LIMIT = 1.1
const READING_CONNECTIONS = 8
const SAMPLE_MS = 1_000

/** Samples until the work is done. */
async function watchMemory(server: RunningServer, work: Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(server.memory() ?? Number.NaN), SAMPLE_MS)
  await work.finally(() => clearInterval(timer))
  samples.push(server.memory() ?? Number.NaN)
  return samples
}

/** All readings of a card by all players, while awards are sent as fast as they are accepted. */
async function readMeanwhile({ plan, directory }: Bench, url: string, seconds: number) {
  const { size } = plan
  const calls = [
    byPlayers(size, 'currentUser', () => ({})),
    byPlayers(size, 'teamPoints', () => ({})),
    byPlayers(size, 'listTeams', () => ({})),
    byPlayers(size, 'checkCooldown', (team_id) => ({ team_id })),
    byPlayers(size, 'listMembers', (team_id) => ({ team_id })),
  ]
  const mixed = Array.from({ length: size.players }, (_, player) => calls.flatMap((requests) => requests[player] ?? []))
  const file = writeRequests(directory, 'meanwhile', mixed.flat())
  return await runWrk({ url, load: ['readings', file, OK], connections: READING_CONNECTIONS, seconds })
}

export const measureMemory: Measure = async (bench) => {
  const { plan, databases, progress } = bench
  const minutes = plan.memoryMinutes
  const what = onEngine(`memory after ${minutes} min of full load`, bench)
  const goal = `after ${GOAL_MINUTES} min at most ${GOAL_MIB} MiB, and flat`
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  try {
    const atStart = server.memory()
    if (atStart === null) return [notMeasured(what, goal, 'the system does not report it')]
    progress(`${minutes} minutes of full load`)
    const seconds = Math.max(1, Math.round(minutes * 60))
    const awards = await awardLoad(bench, database, 'full load')
    const load = Promise.all([awards.run(server.url, seconds), readMeanwhile(bench, server.url, seconds)])
    const samples = await watchMemory(server, load)
    const [{ perSecond: awardRate }, readings] = await load
    const quarter = Math.floor(samples.length / 4)
    const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))]
    const largest = samples.reduce((a, b) => Math.max(a, b))
    const faults = [
      ...(await awards.compare()),
      ...(readings.failed + readings.limited + readings.broken > 0 ? [`readings were refused: ${readings.refusal}`] : []),
    ]
    const good = late <= GOAL_MIB && late <= early * GROWTH_LIMIT
    const row: Row = {
      what,
      measured: `${late.toFixed(0)} MiB, at most ${largest.toFixed(0)}; under ${Math.round(awardRate)} awards and ${Math.round(readings.perSecond)} readings a second`,
      floor: `${atStart.toFixed(0)} MiB at the start`,
      ratio: `${(late / early).toFixed(2)} from the second quarter to the last`,
      goal,
      ...(minutes >= GOAL_MINUTES ? { verdict: good ? 'met' : 'missed' } : { note: 'shorter than the goal asks' }),
    }
    return [invalidate(row, faults)]
  } finally {
    await server.stop()
    await database.discard()
  }
}

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
