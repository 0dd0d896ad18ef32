import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, nextSmsAt, SMS_INTERVAL_MS, SMS_PER_HOUR } from '#rules/sms-throttle'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const minutesAgo = (...minutes: number[]) => minutes.map((count) => T - count * 60_000)

describe('the next SMS to a number is allowed', () => {
  test('at once if it had none in the last hour', () => {
    expect(nextSmsAt([], false)).toBeLessThanOrEqual(T)
  })

  test('30 s after the last one if that was not used', () => {
    expect(nextSmsAt([T], false)).toBe(T + 30_000)
  })

  test('at once if the last one was used', () => {
    expect(nextSmsAt([T], true)).toBeLessThanOrEqual(T)
  })

  test('an hour after the first of 5 in an hour, used or not', () => {
    const sent = minutesAgo(1, 2, 3, 4, 50)
    expect(nextSmsAt(sent, false)).toBe(T + 10 * 60_000)
    expect(nextSmsAt(sent, true)).toBe(T + 10 * 60_000)
  })

  test('only by the interval after 4 in an hour', () => {
    expect(nextSmsAt(minutesAgo(0, 1, 2, 3), false)).toBe(T + 30_000)
  })

  test('after the interval if that ends later than the hour', () => {
    expect(nextSmsAt([T, ...minutesAgo(1, 2, 3, 60)], false)).toBe(T + SMS_INTERVAL_MS)
  })

  test('at most 5 times in any hour, however often it is requested', () => {
    const waits = fc.array(fc.record({ idle: fc.integer({ min: 0, max: 20 * 60_000 }), used: fc.boolean() }), { maxLength: 40 })
    fc.assert(
      fc.property(waits, (steps) => {
        const sent: number[] = []
        let now = T
        for (const { idle, used } of steps) {
          now = Math.max(
            now + idle,
            nextSmsAt(
              sent.filter((time) => time > now + idle - HOUR_MS),
              used,
            ),
          )
          sent.unshift(now)
          expect(sent.filter((time) => time > now - HOUR_MS).length).toBeLessThanOrEqual(SMS_PER_HOUR)
        }
      }),
    )
  })
})
