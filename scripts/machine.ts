import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** The machine that a test run has, as it is now: other work takes its part of it. */
export interface Machine {
  readonly cores: number
  /** How fast each core works for us; 1 on the quiet machine on which workers and limits were chosen. */
  readonly speed: number
}

/** How many workers a run of tests starts, and how long it waits. */
export interface Pace {
  readonly workers: number
  /** How many times as long as on that machine limits are; at least 1. */
  readonly patience: number
}

/** Pieces of work that one core of that machine does in a millisecond. */
const REFERENCE = 28
const MOST_CORES = 8
/** Each worker of journeys has a browser and servers of its own. */
const MOST_WORKERS = 8
/** Each thread's, before it is measured: by then its code is compiled. On a busy machine a thread takes seconds to begin. */
const WARM_UP_PIECES = 300
const SLICE_MS = 100
const SLICES = 5
/** Slower ones exist; a run on them would end in limits of the product itself. */
const MOST_PATIENCE = 8
/** The least pace, with the two decimals that a run's processes are told. */
const LEAST_SPEED = 0.01

/** JavaScript that parses, sorts and allocates, as tests and pages do. It counts each piece until its thread is ended. */
const WORK = `
  const { workerData: { counter, own } } = require('node:worker_threads')
  const done = new Int32Array(counter)
  const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: 'Tim ' + id, points: (id * 7) % 31, tags: ['a', String(id)] }))
  for (;;) {
    JSON.parse(JSON.stringify(rows)).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name))
    Atomics.add(done, own, 1)
  }`

const sum = (counts: Int32Array) => counts.reduce((all, one) => all + one, 0)

/** Measures for half a second on every core at once, so that other processes and a container's quota take from the result what they take from a run. */
async function measureMachine(): Promise<Machine> {
  const cores = Math.min(availableParallelism(), MOST_CORES)
  const counter = new SharedArrayBuffer(cores * Int32Array.BYTES_PER_ELEMENT)
  const done = new Int32Array(counter)
  const threads = Array.from(
    { length: cores },
    (_, own) => new Worker(WORK, { eval: true, workerData: { counter, own } }),
  )
  while (done.some((pieces) => pieces < WARM_UP_PIECES)) await sleep(10)
  const rates: number[] = []
  for (let slice = 0; slice < SLICES; slice++) {
    const [begun, before] = [performance.now(), sum(done)]
    await sleep(SLICE_MS)
    rates.push((sum(done) - before) / (performance.now() - begun))
  }
  await Promise.all(threads.map((thread) => thread.terminate()))
  // The median: a moment's load says nothing of the minutes that follow.
  const rate = rates.toSorted((one, other) => one - other)[Math.floor(SLICES / 2)] ?? 0
  return { cores, speed: rate / cores / REFERENCE }
}

/**
 * Two workers for each core's worth of work, because tests wait a good part of their time. At least two: a single one would leave a core
 * idle whenever it waits.
 */
export function paceOn({ cores, speed }: Machine): Pace {
  const within = (least: number, value: number, most: number) =>
    Math.min(most, Math.max(least, value))
  return {
    workers: within(2, Math.round(2 * cores * Math.min(speed, 1)), MOST_WORKERS),
    patience: within(1, 1 / speed, MOST_PATIENCE),
  }
}

/** The line with which a run begins. */
export function describePace(machine: Machine): string {
  const { workers, patience } = paceOn(machine)
  const speed = `A machine ${machine.speed.toFixed(1)} times as fast, ${machine.cores} cores`
  return `${speed}: ${workers} workers, limits ${patience.toFixed(1)} times as long.`
}

/** Holds what was measured, for the processes of a run and for tests that wait. */
const VARIABLE = 'TEST_MACHINE'

function parseMachine(measured = ''): Machine | null {
  const [cores = 0, speed = 0] = measured.split('x').map(Number)
  return cores > 0 && speed > 0 ? { cores, speed } : null
}

/** The pace of this run; of a quiet machine where nothing was measured, as in an editor. */
export function currentPace(variables: NodeJS.ProcessEnv = process.env): Pace {
  return paceOn(
    parseMachine(variables[VARIABLE]) ?? {
      cores: Math.min(availableParallelism(), MOST_CORES),
      speed: 1,
    },
  )
}

/** Measures the machine, says so, and leaves the result to the processes that this one starts; does nothing inside a run that has done so. */
export async function measureForRun(
  variables: NodeJS.ProcessEnv = process.env,
  say = (line: string) => void process.stdout.write(line),
): Promise<void> {
  if (parseMachine(variables[VARIABLE]) !== null) return
  const measured = await measureMachine()
  const machine = { ...measured, speed: Math.max(LEAST_SPEED, measured.speed) }
  variables[VARIABLE] = `${machine.cores}x${machine.speed.toFixed(2)}`
  say(`${describePace(machine)}\n`)
}
