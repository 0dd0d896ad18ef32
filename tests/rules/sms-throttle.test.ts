import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, nextSmsAt, SMS_INTERVAL_MS, SMS_PER_HOUR } from '#rules/sms-throttle'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const minutesAgo = (...minutes: number[]) => minutes.map((count) => T - count * 60_000)

describe('when the next SMS may go to a number', () => {
  test('to a number that had none in the last hour: at once', () => {
    expect(nextSmsAt([], false)).toBeLessThanOrEqual(T)
  })

  test('where the last one was not used: 30 s after it', () => {
    expect(nextSmsAt([T], false)).toBe(T + 30_000)
  })

  test('where the last one was used: at once', () => {
    expect(nextSmsAt([T], true)).toBeLessThanOrEqual(T)
  })

  test('after 5 in an hour: an hour after the first of them, used or not', () => {
    const sent = minutesAgo(1, 2, 3, 4, 50)
    expect(nextSmsAt(sent, false)).toBe(T + 10 * 60_000)
    expect(nextSmsAt(sent, true)).toBe(T + 10 * 60_000)
  })

  test('4 in an hour leave the interval as the only limit', () => {
    expect(nextSmsAt(minutesAgo(0, 1, 2, 3), false)).toBe(T + 30_000)
  })

  test('the interval still counts where it ends later than the hour', () => {
    expect(nextSmsAt([T, ...minutesAgo(1, 2, 3, 60)], false)).toBe(T + SMS_INTERVAL_MS)
  })

  test('whoever asks as often as they can gets at most 5 in any hour', () => {
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
