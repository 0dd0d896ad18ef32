import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidate, notMeasured, type Row } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import { withStreams } from '../cards'
import type { BenchDatabase } from '../databases'
import { type RunningServer, startProduct } from '../product'
import { award, isOk, send } from '../requests'
import { measureTaps } from './taps'

const GOAL_KIB = 20
const [STREAMS, MORE_STREAMS] = [2_000, 5_000] as const
/** Longer than the ranking is told apart, so that each of these awards is announced to everybody. */
const APART_MS = 1_100
const [ANNOUNCED, QUICK_ANNOUNCED] = [15, 3] as const
/** Point types whose cooldown no other award of the measurement has started. */
const TYPES = { tapsOnOne: 1, tapsAcross: 2, before: 3, announced: 4 } as const

async function withProduct<T>(bench: Bench, database: BenchDatabase, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startProduct(bench, database.url)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Memory that each of so many streams takes of a server. */
async function measureMemory(bench: Bench, server: RunningServer, count: number): Promise<Row> {
  const what = onEngine(`memory of ${count.toLocaleString('en')} live streams`, bench)
  const goal = `at most ${GOAL_KIB} KiB each`
  bench.progress(`${count} streams`)
  // The first of all loads what later ones share.
  await withStreams(server.url, 1, async () => undefined)
  const before = server.memory()
  if (before === null) return notMeasured(what, goal, 'the system does not report memory')
  const { done: after, faults } = await withStreams(server.url, count, async () => server.memory() ?? Number.NaN)
  const perStreamKib = ((after - before) * 1024) / count
  const row: Row = {
    what,
    measured: `${perStreamKib.toFixed(1)} KiB each, ${after.toFixed(0)} MiB in all`,
    floor: `${before.toFixed(0)} MiB before`,
    goal,
    verdict: perStreamKib <= GOAL_KIB ? 'met' : 'missed',
  }
  return invalidate(row, faults)
}

/** Processor time of a server for each of some awards, beyond what it uses meanwhile anyway. */
async function costOfAwards({ plan: { size, quick } }: Bench, server: RunningServer, type: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const count = quick ? QUICK_ANNOUNCED : ANNOUNCED
  const used = async (act: (index: number) => Promise<void>): Promise<number> => {
    const before = server.processorMs() ?? Number.NaN
    for (let index = 0; index < count; index++) await Promise.all([act(index), sleep(APART_MS)])
    return (server.processorMs() ?? Number.NaN) - before
  }
  const idle = await used(async () => undefined)
  const busy = await used(async (index) => {
    const answer = await send(server.url, award(size, index % size.booths, index, type, randomUUID()), agent)
    if (!isOk(answer)) throw new Error(`an award was refused: ${answer.body.toString().slice(0, 200)}`)
  })
  agent.destroy()
  return (busy - idle) / count
}

/** What an award costs that everybody hears of. Each is alone in its second, so that none shares an announcement. */
async function measureCost(bench: Bench, server: RunningServer, count: number): Promise<Row> {
  bench.progress('what an award costs')
  const without = await costOfAwards(bench, server, TYPES.before)
  bench.progress(`what an award costs among ${count} streams`)
  const { done: cost, faults } = await withStreams(server.url, count, () => costOfAwards(bench, server, TYPES.announced))
  const row: Row = {
    what: onEngine(`the server's processor time for an award that ${count.toLocaleString('en')} streams hear of`, bench),
    measured: `${cost.toFixed(1)} ms, ${((cost / count) * 1000).toFixed(0)} µs a stream`,
    floor: `without streams ${without.toFixed(1)} ms`,
  }
  return invalidate(row, faults)
}

/** Live streams: what they take of the server, and how soon a card shows what a booth gives while thousands are open. */
export const measureStreams: Measure = async (bench) => {
  const { databases, plan } = bench
  const database = await databases.copyWith(plan.largeLedger)
  const [count, more] = [Math.min(STREAMS, plan.size.players), Math.min(MORE_STREAMS, plan.size.players)]
  const onOne = (measure: (server: RunningServer) => Promise<Row>) => withProduct(bench, database, measure)
  /** Booths on one server, cards and their streams on another of the same database. */
  const across = () =>
    onOne((booths) =>
      onOne((cards) => {
        const place = { boothUrl: booths.url, cardUrl: cards.url, where: ', on another server' }
        return measureTaps(bench, database, { ...place, count, type: TYPES.tapsAcross })
      }),
    )
  try {
    return [
      await onOne((server) => measureMemory(bench, server, count)),
      await onOne((server) => measureMemory(bench, server, more)),
      await onOne((server) => measureCost(bench, server, count)),
      await onOne(({ url }) =>
        measureTaps(bench, database, { boothUrl: url, cardUrl: url, where: '', count, type: TYPES.tapsOnOne }),
      ),
      // Several servers share a database on PostgreSQL only.
      ...(databases.engine === 'postgres' ? [await across()] : []),
    ]
  } finally {
    await database.discard()
  }
}
