import { expect, test } from 'vitest'
import { currentPace, describePace, measureForRun, paceOn } from '../../scripts/machine'

test('fault 94: on a slower machine, or beside other work, a test run starts fewer workers and waits longer', () => {
  const quiet = { journeyWorkers: 4, serverWorkers: 4, busyWorkers: 2, patience: 1 }
  expect(paceOn({ cores: 2, speed: 1 })).toEqual(quiet)
  expect(paceOn({ cores: 2, speed: 0.4 })).toEqual({ journeyWorkers: 2, serverWorkers: 2, busyWorkers: 1, patience: 2.5 })
  expect(describePace({ cores: 2, speed: 0.4 })).toBe(
    'A machine 0.4 times as fast, 2 cores: 2 workers, limits 2.5 times as long.',
  )
  // More cores take more workers, but no machine gets shorter limits: other work may begin after the measurement.
  expect(paceOn({ cores: 4, speed: 2 })).toEqual({ journeyWorkers: 8, serverWorkers: 8, busyWorkers: 4, patience: 1 })
  expect(paceOn({ cores: 1, speed: 0.01 })).toMatchObject({ journeyWorkers: 2, busyWorkers: 1, patience: 8 })
})

test('fault 94: the machine is measured once for a run, whatever else it does, and every process of the run goes by it', async () => {
  const variables: NodeJS.ProcessEnv = {}
  await measureForRun(variables)
  const { MACHINE: measured = '' } = variables
  expect(measured).toMatch(/^[1-8]x\d+\.\d\d$/)
  await measureForRun(variables)
  expect(variables.MACHINE).toBe(measured)
  expect(currentPace({ MACHINE: '2x0.50' }).patience).toBe(2)
  expect(currentPace({}).patience).toBe(1)
})
