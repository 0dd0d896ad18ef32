import { expect, test } from 'vitest'
import { playSchedules } from './schedules'

/** A sample for every run of the checks; `npm run test:postgres` plays more. */
const SCHEDULES = 150
const SEED = 18_04
/** On a machine that has other work to do. */
const EACH_MS = 2_000

test(`each of ${SCHEDULES} schedules of faults keeps the three promises on PostgreSQL`, {
  timeout: SCHEDULES * EACH_MS,
}, async () => {
  const { recorded } = await playSchedules({ schedules: SCHEDULES, seed: SEED, path: undefined, engine: 'postgres' })
  expect(recorded).toBeGreaterThan(0)
})
