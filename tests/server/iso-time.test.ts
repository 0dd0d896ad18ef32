import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EARLIEST_MS, LATEST_MS } from '#rules/kept-time'
import { exactLocalTime, isoTime } from '#server/time'

test('a time is written as Date writes it', () => {
  const [first, last] = [EARLIEST_MS, LATEST_MS]
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString())
    }),
  )
  for (const ms of [first, last, first + 86_399_999, first + 86_400_000]) expect(isoTime(ms)).toBe(new Date(ms).toISOString())
})

test('fault 64: a time that cannot be kept is written as the nearest that can, and throws nowhere', () => {
  for (const ms of [-9_007_199_254_740_991, EARLIEST_MS - 1, Number.NaN]) {
    expect(isoTime(ms)).toBe('2020-01-01T00:00:00.000Z')
    expect(exactLocalTime(ms)).toBe(exactLocalTime(EARLIEST_MS))
  }
  for (const ms of [9_007_199_254_740_991, LATEST_MS + 1]) expect(isoTime(ms)).toBe('2100-12-31T23:59:59.999Z')
})
