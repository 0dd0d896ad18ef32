import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidate, notMeasured, type Row } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import type { BenchDatabase } from '../databases'
import { type RunningServer, startProduct } from '../product'
import { award } from '../requests'
import { pointTypeId } from '../seed/names'
import { isOk, send } from '../send'
import { closeAll, faultsOf, listenAll } from '../streams/listen'
import { tapsAcrossServers, tapsOnOneServer } from './taps'

const GOAL_KIB = 20
const [STREAMS, MORE_STREAMS] = [2_000, 5_000] as const
/** Longer than the ranking is told apart, so that each of these awards is announced to everybody. */
const APART_MS = 1_100
const [ANNOUNCED, QUICK_ANNOUNCED] = [15, 3] as const
/** Point types whose cooldown no other award of the measurement has started; those of `taps.ts` are others. */
const [TYPE_BEFORE, TYPE_ANNOUNCED] = [3, 4] as const

/** Memory that each of so many streams takes of a server. */
async function measureMemory(bench: Bench, database: BenchDatabase, wanted: number): Promise<Row> {
  const count = Math.min(wanted, bench.plan.size.players)
  const what = onEngine(`memory of ${count.toLocaleString('en')} live streams`, bench)
  const goal = `at most ${GOAL_KIB} KiB each`
  const server = await startProduct(bench, database.url)
  try {
    bench.progress(`${count} streams`)
    // The first of all loads what later ones share.
    closeAll(await listenAll(server.url, 1))
    const before = server.memory()
    if (before === null) return notMeasured(what, goal, 'the system does not report memory')
    const streams = await listenAll(server.url, count)
    const after = server.memory() ?? Number.NaN
    const perStreamKib = ((after - before) * 1024) / count
    const faults = faultsOf(streams)
    closeAll(streams)
    const row: Row = {
      what,
      measured: `${perStreamKib.toFixed(1)} KiB each, ${after.toFixed(0)} MiB in all`,
      floor: `${before.toFixed(0)} MiB before`,
      ratio: '',
      goal,
      verdict: perStreamKib <= GOAL_KIB ? 'met' : 'missed',
    }
    return invalidate(row, faults)
  } finally {
    await server.stop()
  }
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
    const planned = award(index % size.booths, index, pointTypeId(type), randomUUID(), size)
    const answer = await send(server.url, planned, agent)
    if (!isOk(answer)) throw new Error(`an award was refused: ${answer.body.toString().slice(0, 200)}`)
  })
  agent.destroy()
  return (busy - idle) / count
}

/** What an award costs that everybody hears of. Each is alone in its second, so that none shares an announcement. */
async function measureCost(bench: Bench, database: BenchDatabase): Promise<Row> {
  const count = Math.min(STREAMS, bench.plan.size.players)
  const server = await startProduct(bench, database.url)
  try {
    bench.progress('what an award costs')
    const without = await costOfAwards(bench, server, TYPE_BEFORE)
    bench.progress(`what an award costs among ${count} streams`)
    const streams = await listenAll(server.url, count)
    const cost = await costOfAwards(bench, server, TYPE_ANNOUNCED)
    const faults = faultsOf(streams)
    closeAll(streams)
    const row: Row = {
      what: onEngine(`the server's processor time for an award that ${count.toLocaleString('en')} streams hear of`, bench),
      measured: `${cost.toFixed(1)} ms, ${((cost / count) * 1000).toFixed(0)} µs a stream`,
      floor: `without streams ${without.toFixed(1)} ms`,
      ratio: '',
      goal: '',
      verdict: '',
    }
    return invalidate(row, faults)
  } finally {
    await server.stop()
  }
}

/** Live streams: what they take of the server, and how soon a card shows what a booth gives while thousands are open. */
export const measureStreams: Measure = async (bench) => {
  const database = await bench.databases.copyWith(bench.plan.largeLedger)
  try {
    return [
      await measureMemory(bench, database, STREAMS),
      await measureMemory(bench, database, MORE_STREAMS),
      await measureCost(bench, database),
      await tapsOnOneServer(bench, database, STREAMS),
      // Several servers share a database on PostgreSQL only.
      ...(bench.databases.engine === 'postgres' ? [await tapsAcrossServers(bench, database, STREAMS)] : []),
    ]
  } finally {
    await database.discard()
  }
}
