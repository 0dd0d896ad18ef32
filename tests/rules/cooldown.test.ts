import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cooldownEndsAt,
  cooldownGraceMs,
  remainingSeconds,
  shortestDistanceMs,
  violatesCooldown,
} from '#rules/cooldown'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const S = 1_000

test('rule 9: the grace of a cooldown is a tenth of it, at most 5 s', () => {
  expect([0, 1, 49, 50, 51, 86_400].map(cooldownGraceMs)).toEqual([
    0, 100, 4_900, 5_000, 5_000, 5_000,
  ])
  expect([0, 1, 900].map(shortestDistanceMs)).toEqual([0, 900, 895_000])
})

describe('rule 9: an award in the cooldown of another', () => {
  test('is closer to it than the cooldown less the grace, before it or after it', () => {
    const violates = (distance: number) =>
      [1, -1].map((side) => violatesCooldown(T + side * distance, 900, [T]))
    for (const distance of [0, 895 * S - 1]) expect(violates(distance)).toEqual([true, true])
    for (const distance of [895 * S, 900 * S, 901 * S])
      expect(violates(distance)).toEqual([false, false])
  })

  test('a cooldown of 0 s forbids nothing, not even the same time', () => {
    expect(violatesCooldown(T, 0, [T, T, T])).toBe(false)
  })

  test('one near award among many is enough', () => {
    expect(violatesCooldown(T, 60, [T - 600 * S, T + 30 * S, T + 900 * S])).toBe(true)
    expect(violatesCooldown(T, 60, [T - 600 * S, T + 60 * S, T + 900 * S])).toBe(false)
  })

  test('is forbidden whichever of the two awards comes first', () => {
    const moment = fc.integer({ min: T - 3_600 * S, max: T + 3_600 * S })
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 0, max: 4_000 }), (a, b, seconds) => {
        expect(violatesCooldown(a, seconds, [b])).toBe(violatesCooldown(b, seconds, [a]))
        expect(violatesCooldown(a, seconds, [b])).toBe(
          Math.abs(a - b) < shortestDistanceMs(seconds),
        )
      }),
    )
  })
})

describe('the cooldown on a screen', () => {
  test('is absent without an award', () => {
    expect(cooldownEndsAt(null, 900)).toBeNull()
    // Expect this at any time, even before the device's clock is set.
    for (const now of [T, 0, -S]) expect(remainingSeconds(null, now)).toBe(0)
  })

  test('is rounded up to whole seconds, and never below 0', () => {
    const shown = (left: number) => remainingSeconds(T + left, T)
    expect([900 * S, S + 1, S, 1, 0, -1, -900 * S].map(shown)).toEqual([900, 2, 1, 1, 0, 0, 0])
  })

  test('once the screen shows 0, an award is allowed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 0, max: 8_000 * S }),
        (seconds, passed) => {
          const shown = remainingSeconds(cooldownEndsAt(T, seconds), T + passed)
          if (shown === 0) expect(violatesCooldown(T + passed, seconds, [T])).toBe(false)
        },
      ),
    )
  })
})
