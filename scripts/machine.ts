import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** The part of the machine that other programs leave to a test run. */
export interface Machine {
  readonly cores: number
  /**
   * Speed of each core available to us, relative to the quiet reference machine, for which workers
   * and limits were chosen.
   */
  readonly speed: number
}

/** The number of test workers, and the scale of time limits. */
export interface Pace {
  readonly workers: number
  /** Factor of time limits relative to the reference machine; at least 1. */
  readonly patience: number
}

/** Pieces of work per millisecond on one core of the reference machine. */
const REFERENCE = 28
const MAX_CORES = 8
/** Each worker of journeys has a browser and servers of its own. */
const MAX_WORKERS = 8
/**
 * Warm-up of each thread, so that its code is compiled. On a busy machine a thread takes seconds to
 * begin.
 */
const WARM_UP_PIECES = 300
const SLICE_MS = 100
const SLICES = 5
/**
 * Maximum patience: on a machine that needs more, a run would hit the product's own time limits.
 */
const MAX_PATIENCE = 8
/** The lowest speed that stays above 0 with the two decimals in which a run's processes get it. */
const MIN_SPEED = 0.01

/**
 * JavaScript that parses, sorts and allocates, as tests and pages do. It counts its pieces of work
 * until its thread is ended.
 */
const WORK = `
  const { workerData: { counter, own } } = require('node:worker_threads')
  const done = new Int32Array(counter)
  const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: 'Tim ' + id, points: (id * 7) % 31, tags: ['a', String(id)] }))
  for (;;) {
    JSON.parse(JSON.stringify(rows)).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name))
    Atomics.add(done, own, 1)
  }`

const sum = (counts: Int32Array) => counts.reduce((all, one) => all + one, 0)

/**
 * Measures all cores at once for half a second, so that other processes and a container's quota
 * reduce the result as they slow a run.
 */
async function measureMachine(): Promise<Machine> {
  const cores = Math.min(availableParallelism(), MAX_CORES)
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
  // Use the median: momentary load says nothing about the following minutes.
  const rate = rates.toSorted((one, other) => one - other)[Math.floor(SLICES / 2)] ?? 0
  return { cores, speed: rate / cores / REFERENCE }
}

/**
 * Returns the pace for a machine: two workers per effective core, because tests often wait, and at
 * least two workers, because a single worker would leave its core idle whenever it waits.
 */
export function paceOn({ cores, speed }: Machine): Pace {
  const within = (least: number, value: number, most: number) =>
    Math.min(most, Math.max(least, value))
  return {
    workers: within(2, Math.round(2 * cores * Math.min(speed, 1)), MAX_WORKERS),
    patience: within(1, 1 / speed, MAX_PATIENCE),
  }
}

/** The first line of a run's output. */
export function describePace(machine: Machine): string {
  const { workers, patience } = paceOn(machine)
  const speed = `This machine is ${machine.speed.toFixed(1)} times as fast as the reference, with ${machine.cores} cores`
  return `${speed}: ${workers} workers, limits ${patience.toFixed(1)} times as long.`
}

/**
 * The environment variable that passes the measurement to a run's processes and to tests that wait.
 */
const VARIABLE = 'TEST_MACHINE'

function parseMachine(measured = ''): Machine | null {
  const [cores = 0, speed = 0] = measured.split('x').map(Number)
  return cores > 0 && speed > 0 ? { cores, speed } : null
}

/**
 * Returns the pace of this run; if nothing was measured, as in an editor, that of a quiet machine.
 */
export function currentPace(variables: NodeJS.ProcessEnv = process.env): Pace {
  return paceOn(
    parseMachine(variables[VARIABLE]) ?? {
      cores: Math.min(availableParallelism(), MAX_CORES),
      speed: 1,
    },
  )
}

/**
 * Measures the machine, prints the result and passes it on to child processes. Does nothing if a
 * parent process of the same run has measured.
 */
export async function measureForRun(
  variables: NodeJS.ProcessEnv = process.env,
  say = (line: string) => void process.stdout.write(line),
): Promise<void> {
  if (parseMachine(variables[VARIABLE]) !== null) return
  const measured = await measureMachine()
  const machine = { ...measured, speed: Math.max(MIN_SPEED, measured.speed) }
  variables[VARIABLE] = `${machine.cores}x${machine.speed.toFixed(2)}`
  say(`${describePace(machine)}\n`)
}
