import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '#server/iso-time'

test('a time is written as Date writes it', () => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString())
    }),
  )
  for (const ms of [first, last, -1, 0, 86_399_999, 86_400_000]) expect(isoTime(ms)).toBe(new Date(ms).toISOString())
})
