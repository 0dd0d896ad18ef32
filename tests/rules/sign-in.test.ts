import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, nextSmsAt, SMS_PER_HOUR } from '#rules/sign-in'

const T = Date.parse('2026-05-09T12:00:00.000Z')

describe('the next SMS to a number is allowed', () => {
  test.each([
    ['at once if it had none in the last hour', [], false, 0],
    ['30 s after the last one if that was not used', [0], false, 30_000],
    ['at once if the last one was used', [0], true, 0],
    ['an hour after the first of 5 in an hour', [1, 2, 3, 4, 50], false, 10 * 60_000],
    ['an hour after the first of 5 in an hour, even if used', [1, 2, 3, 4, 50], true, 10 * 60_000],
    ['after only the interval if 4 were sent in an hour', [0, 1, 2, 3], false, 30_000],
    ['after the interval if that ends later than the hour', [0, 1, 2, 3, 60], false, 30_000],
  ])('%s', (_when, minutes, used, wait) => {
    const sent = minutes.map((count) => T - count * 60_000)
    expect(Math.max(T, nextSmsAt(sent, used))).toBe(T + wait)
  })

  test('at most 5 times in any hour, no matter how often it is requested', () => {
    const waits = fc.array(
      fc.record({ idle: fc.integer({ min: 0, max: 20 * 60_000 }), used: fc.boolean() }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(waits, (steps) => {
        const sent: number[] = []
        let now = T
        for (const { idle, used } of steps) {
          const lastHour = sent.filter((time) => time > now + idle - HOUR_MS)
          now = Math.max(now + idle, nextSmsAt(lastHour, used))
          sent.unshift(now)
          expect(sent.filter((time) => time > now - HOUR_MS).length).toBeLessThanOrEqual(
            SMS_PER_HOUR,
          )
        }
      }),
    )
  })
})
