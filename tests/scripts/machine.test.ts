import { expect, test } from 'vitest'
import { currentPace, describePace, measureForRun, paceOn } from '../../scripts/machine'

test('fault 94: on a slower or busy machine a test run starts fewer workers and waits longer', () => {
  expect(paceOn({ cores: 2, speed: 1 })).toEqual({ workers: 4, patience: 1 })
  expect(paceOn({ cores: 2, speed: 0.4 })).toEqual({ workers: 2, patience: 2.5 })
  expect(describePace({ cores: 2, speed: 0.4 })).toBe(
    'This machine is 0.4 times as fast as the reference, with 2 cores: 2 workers, limits 2.5 times as long.',
  )
  // A faster machine gets more workers, but no shorter limits, because other programs may start
  // after the measurement.
  expect(paceOn({ cores: 4, speed: 2 })).toEqual({ workers: 8, patience: 1 })
  expect(paceOn({ cores: 1, speed: 0.01 })).toEqual({ workers: 2, patience: 8 })
})

test('fault 94: the machine is measured once per run, and every process of the run uses that result', async () => {
  const variables: NodeJS.ProcessEnv = {}
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await measureForRun(variables, say)
  const { TEST_MACHINE: measured = '' } = variables
  expect(measured).toMatch(/^[1-8]x\d+\.\d\d$/)
  await measureForRun(variables, say)
  expect(said).toEqual([expect.stringMatching(/^This machine is \d\.\d times as fast as /)])
  expect(variables.TEST_MACHINE).toBe(measured)
  expect(currentPace({ TEST_MACHINE: '2x0.50' }).patience).toBe(2)
  expect(currentPace({}).patience).toBe(1)
})
