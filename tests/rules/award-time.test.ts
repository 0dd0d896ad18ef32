import { describe, expect, test } from 'vitest'
import { isScanInsideEvent, scanMadeAt } from '#rules/award-time'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const HOUR = 3_600_000
const OPEN = { startsAt: null, endsAt: null }

describe('rule 13: a player’s scan', () => {
  test.each([
    ['now, by a member of long standing', { receivedAt: T, queuedMs: 0, joinedAt: T - HOUR }, T],
    ['an hour ago', { receivedAt: T, queuedMs: HOUR, joinedAt: T - 2 * HOUR }, T - HOUR],
    ['before the player joined: dated to that moment', { receivedAt: T, queuedMs: 2 * HOUR, joinedAt: T - HOUR }, T - HOUR],
  ])('counts as made %s', (_what, scan, madeAt) => {
    expect(scanMadeAt(scan)).toBe(madeAt)
  })

  const ended = { startsAt: T - 8 * HOUR, endsAt: T }
  const since = { joinedAt: T - 8 * HOUR }
  test.each([
    ['made and received before the end', { ...since, receivedAt: T - HOUR, queuedMs: 0 }, ended, true],
    ['made before the end, received an hour after it', { ...since, receivedAt: T + HOUR, queuedMs: HOUR + 1 }, ended, true],
    ['received later than that, whatever it claims', { ...since, receivedAt: T + HOUR + 1, queuedMs: 2 * HOUR }, ended, false],
    ['made after the end', { ...since, receivedAt: T + 1, queuedMs: 0 }, ended, false],
    ['made before the beginning', { joinedAt: T - 9 * HOUR, receivedAt: T - 8 * HOUR, queuedMs: 1 }, ended, false],
    ['of an event without an end', { ...since, receivedAt: T + 48 * HOUR, queuedMs: 0 }, OPEN, true],
    [
      'of an event that has not begun and has no end',
      { ...since, receivedAt: T, queuedMs: 0 },
      { startsAt: T + 1, endsAt: null },
      false,
    ],
  ])('%s', (_what, scan, event, taken) => {
    expect(isScanInsideEvent(scan, event)).toBe(taken)
  })
})
