import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEATS, beatAt, NAME_AT_MS, wholeOf } from '../../src/features/public-ranking/beats'

test('a place is alone for two seconds, then stars and points count up, then the team is named', () => {
  expect(beatAt(0, 4, 500)).toEqual({ beat: 'place', lit: 0, points: 0 })
  expect(beatAt(1_999, 4, 500)).toEqual({ beat: 'place', lit: 0, points: 0 })
  expect(beatAt(2_000, 4, 500)).toEqual({ beat: 'stars', lit: 1, points: 0 })
  expect(beatAt(3_000, 4, 500)).toEqual({ beat: 'stars', lit: 3, points: 250 })
  expect(beatAt(NAME_AT_MS, 4, 500)).toEqual(wholeOf(4, 500))
})

test('beats never go back, no lit star goes out, and the points never exceed their sum', () => {
  const times = fc.array(fc.nat(6_000), { minLength: 2 })
  fc.assert(
    fc.property(times, fc.nat(40), fc.nat(10_000), (ms, lit, points) => {
      const seen = ms.toSorted((a, b) => a - b).map((at) => beatAt(at, lit, points))
      for (const [index, now] of seen.entries()) {
        const before = seen[index - 1] ?? now
        expect(BEATS.indexOf(now.beat)).toBeGreaterThanOrEqual(BEATS.indexOf(before.beat))
        expect(now.lit).toBeGreaterThanOrEqual(before.lit)
        expect(now.points).toBeGreaterThanOrEqual(before.points)
        expect([now.lit <= lit, now.points <= points]).toEqual([true, true])
      }
    }),
  )
})
