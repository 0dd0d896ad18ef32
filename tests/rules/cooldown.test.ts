import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cooldownEndsAt, cooldownGraceMs, remainingSeconds, shortestDistanceMs, violatesCooldown } from '#rules/cooldown'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const S = 1_000

test.each([
  [0, 0],
  [1, 100],
  [10, 1_000],
  [49, 4_900],
  [50, 5_000],
  [51, 5_000],
  [900, 5_000],
  [86_400, 5_000],
])('rule 9: the grace of a cooldown of %i s is %i ms: a tenth, at most 5 s', (seconds, ms) => {
  expect(cooldownGraceMs(seconds)).toBe(ms)
  expect(shortestDistanceMs(seconds)).toBe(seconds * S - ms)
})

describe('rule 9: an award within the cooldown of another', () => {
  test.each([
    ['at the same time', 0, true],
    ['1 ms less than the grace allows', 895 * S - 1, true],
    ['exactly as little as the grace allows', 895 * S, false],
    ['1 ms less than the cooldown', 900 * S - 1, false],
    ['exactly the cooldown', 900 * S, false],
    ['longer than the cooldown', 901 * S, false],
  ])('%s, in either direction', (_what, distance, violates) => {
    expect(violatesCooldown(T + distance, 900, [T])).toBe(violates)
    expect(violatesCooldown(T - distance, 900, [T])).toBe(violates)
  })

  test('a cooldown of 0 s forbids nothing, not even the same time', () => {
    expect(violatesCooldown(T, 0, [T, T, T])).toBe(false)
  })

  test('one near award among many is enough', () => {
    expect(violatesCooldown(T, 60, [T - 600 * S, T + 30 * S, T + 900 * S])).toBe(true)
    expect(violatesCooldown(T, 60, [T - 600 * S, T + 60 * S, T + 900 * S])).toBe(false)
  })

  test('is symmetric: either of two awards would forbid the other', () => {
    const moment = fc.integer({ min: T - 3_600 * S, max: T + 3_600 * S })
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 0, max: 4_000 }), (a, b, seconds) => {
        expect(violatesCooldown(a, seconds, [b])).toBe(violatesCooldown(b, seconds, [a]))
        expect(violatesCooldown(a, seconds, [b])).toBe(Math.abs(a - b) < shortestDistanceMs(seconds))
      }),
    )
  })
})

describe('the cooldown on a screen', () => {
  test('is absent without an award', () => {
    expect(cooldownEndsAt(null, 900)).toBeNull()
    // Also on a clock that is not set.
    for (const now of [T, 0, -S]) expect(remainingSeconds(null, now)).toBe(0)
  })

  test.each([
    [900 * S, 900],
    [S + 1, 2],
    [S, 1],
    [1, 1],
    [0, 0],
    [-1, 0],
    [-900 * S, 0],
  ])('%i ms left show as %i s: rounded up, never below 0', (left, seconds) => {
    expect(remainingSeconds(T + left, T)).toBe(seconds)
  })

  test('once the screen shows 0, an award is allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 8_000 * S }), (seconds, passed) => {
        const shown = remainingSeconds(cooldownEndsAt(T, seconds), T + passed)
        if (shown === 0) expect(violatesCooldown(T + passed, seconds, [T])).toBe(false)
      }),
    )
  })
})
