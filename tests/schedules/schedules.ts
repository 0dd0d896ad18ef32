import fc from 'fast-check'
import { type Engine, engineUnderTest } from '../support/engine-under-test'
import { loadPageCode } from './page-code'
import { plans } from './plans'
import { type Played, play } from './play'
import { type Server, startServer } from './server'
import { createVirtualTime } from './virtual-time'

const START = Date.parse('2026-05-09T10:00:00.000Z')

export interface Campaign {
  readonly schedules: number
  readonly seed: number
  /** The seed and path of a failing schedule as printed by fast-check, to play only that one. */
  readonly path: string | undefined
  readonly engine?: Engine
}

/** Plays a number of schedules; throws with the text of the smallest failing one. */
export async function playSchedules({ schedules, seed, path, engine = engineUnderTest() }: Campaign): Promise<Played> {
  const startPage = await loadPageCode()
  let server: Server | null = null
  const idle = async () => {
    do {
      await server?.idle()
      // After the last call's end, so that its answer is on its way before the time passes on.
      await new Promise((resolve) => setImmediate(resolve))
    } while ((server?.busy() ?? 0) > 0)
  }
  const time = createVirtualTime(START, idle)
  const started = await startServer(time.now, engine)
  server = started
  let total: Played = { taps: 0, recorded: 0, survived: 0 }
  const property = fc.asyncProperty(plans, async (plan) => {
    const { taps, recorded, survived } = await play({ server: started, time, startPage }, plan)
    total = { taps: total.taps + taps, recorded: total.recorded + recorded, survived: total.survived + survived }
  })
  try {
    await fc.assert(property, { numRuns: schedules, seed, ...(path === undefined ? {} : { path }) })
  } finally {
    await started.close()
  }
  return total
}
