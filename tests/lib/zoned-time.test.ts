import { expect, test } from 'vitest'
import { clockTimeIn, momentIn } from '#lib/zoned-time'

const at = (instant: string) => Date.parse(instant)

test.each([
  ['Europe/Zagreb', '2026-05-09T10:00', '2026-05-09T08:00:00Z'],
  ['Europe/Zagreb', '2026-01-09T00:30', '2026-01-08T23:30:00Z'],
  ['America/New_York', '2026-11-01T12:00', '2026-11-01T17:00:00Z'],
  ['Asia/Kolkata', '2026-05-09T10:00', '2026-05-09T04:30:00Z'],
  // The hours around the clock changes.
  ['Europe/Zagreb', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
  ['Europe/Zagreb', '2026-03-29T01:59', '2026-03-29T00:59:00Z'],
  ['Europe/Zagreb', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
  ['Europe/Zagreb', '2026-10-25T01:59', '2026-10-24T23:59:00Z'],
])('clocks in %s show %s at %s', (zone, clockTime, instant) => {
  expect(momentIn(zone, clockTime)).toBe(at(instant))
  expect(clockTimeIn(zone, at(instant))).toBe(clockTime)
})

test('an invalid time gives NaN, and an unknown zone throws', () => {
  expect(momentIn('Europe/Zagreb', 'sutra')).toBeNaN()
  expect(() => momentIn('Mars/Olympus', '2026-05-09T10:00')).toThrow(RangeError)
})
