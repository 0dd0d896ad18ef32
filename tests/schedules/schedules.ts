import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentPace } from '../../scripts/machine'
import { type Engine, engineUnderTest } from '../support/engine-under-test'
import { loadPageCode } from './page-code'
import { plans } from './plans'
import { play } from './play'
import { type Server, startServer } from './server'
import { createVirtualTime } from './virtual-time'

const START = Date.parse('2026-05-09T10:00:00.000Z')
/** Shares run in parallel, each in its own test file and on its own database. */
const SHARES = 2
const SCHEDULES = 700
/** The time limit of one schedule on a busy machine. */
const EACH_MS = { sqlite: 200, postgres: 2_000 } as const
/**
 * Fixed seeds, so that a run fails only because of the change under test. SCHEDULES_SEED=random
 * tries other schedules.
 */
const SEEDS = [20_260_510, 77] as const

function readNumber(name: string, otherwise: number): number {
  const text = process.env[name]
  const value = text === undefined || text === '' ? otherwise : Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${name} is not a whole number: ${text}`)
  return value
}

/**
 * Plays a number of schedules. Throws with the smallest failing one, and with the seed and path
 * that repeat it alone.
 */
async function playSchedules(
  engine: Engine,
  numRuns: number,
  seed: number,
  path?: string,
): Promise<void> {
  const startPage = await loadPageCode()
  let server: Server | null = null
  const idle = async () => {
    do {
      await server?.idle()
      // Wait one more turn after the last call, so that its answer is sent before the clock advances.
      await new Promise((resolve) => setImmediate(resolve))
    } while ((server?.busy() ?? 0) > 0)
  }
  const time = createVirtualTime(START, idle)
  const started = await startServer(time.now, engine)
  server = started
  let recorded = 0
  const property = fc.asyncProperty(plans, async (plan) => {
    recorded += await play({ server: started, time, startPage }, plan)
  })
  try {
    await fc.assert(property, { numRuns, seed, ...(path === undefined ? {} : { path }) })
  } finally {
    await started.close()
  }
  // One repeated schedule may record nothing.
  if (path === undefined) expect(recorded).toBeGreaterThan(0)
}

/** Registers the test that plays this many schedules on one engine in every run of the checks. */
export function playSample(engine: Engine, schedules: number, seed: number): void {
  test(
    `each of ${schedules} schedules of faults keeps the three promises on ${engine}`,
    {
      timeout: schedules * EACH_MS[engine] * currentPace().patience,
    },
    () => playSchedules(engine, schedules, seed),
  )
}

/**
 * Registers the test that plays one share of the schedules. Its title begins with `faults`, the
 * faults that the schedules test. The variable SCHEDULES sets the number of all schedules;
 * SCHEDULES_SEED and SCHEDULES_PATH, as a failure prints them, repeat that failure.
 */
export function playShare(share: number, faults: string): void {
  const schedules = Math.ceil(readNumber('SCHEDULES', SCHEDULES) / SHARES)
  const seed =
    process.env.SCHEDULES_SEED === 'random'
      ? randomInt(2 ** 31)
      : readNumber('SCHEDULES_SEED', SEEDS[share] ?? share)
  const engine = engineUnderTest()
  test(
    `${faults}: each of ${schedules} schedules of faults keeps the three promises (share ${share})`,
    {
      timeout: (60_000 + schedules * EACH_MS[engine]) * currentPace().patience,
    },
    () => playSchedules(engine, schedules, seed, process.env.SCHEDULES_PATH),
  )
}
