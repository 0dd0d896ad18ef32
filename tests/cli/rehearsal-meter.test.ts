import { expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { createMeter } from '#rehearsal/meter'

test('a rehearsal lists under each kind exactly the answers that the kind’s criterion counts', () => {
  const meter = createMeter()
  meter.count('unexpected', calls.awardPoints, 'FORBIDDEN')
  for (const answer of ['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'])
    meter.count('tryAgain', calls.awardMany, answer)
  expect(meter.answers).toEqual({
    unexpected: { 'awardPoints: FORBIDDEN': 1 },
    tryAgain: { 'awardMany: TOO_MANY_REQUESTS': 2, 'awardMany: UNAVAILABLE': 1 },
  })
  expect(meter.counts).toMatchObject({ unexpected: 1, tryAgain: 3 })
})
