import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from '../../src/offline/backoff'

test('fault 13: the pause doubles from 1 s to at most 30 s, with jitter over its upper half', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => backoffMs(failures, null, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(backoffMs(1, null, 0)).toBe(500)
  expect(backoffMs(60, null, 0)).toBe(15_000)
})

test("fault 14: the pause is at least the server's Retry-After", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 120_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, retryAfter, random) => {
        expect(backoffMs(failures, retryAfter, random)).toBeGreaterThanOrEqual(retryAfter)
      },
    ),
  )
})
