import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AwardFacts, isSameAward, judgeAward } from '#rules/award'
import {
  AWARD_MAX_AGE_MS,
  isAheadOfTime,
  isInsideEvent,
  isScanInsideEvent,
  isTooOld,
  mayStillVoid,
  scanMadeAt,
} from '#rules/award-time'
import { HOUR } from '../support/times'

const T = Date.parse('2026-05-09T12:00:00.000Z')

const OPEN = { startsAt: null, endsAt: null }

const GOOD: AwardFacts = {
  queuedMs: 0,
  madeAt: T,
  isStaffOfBooth: true,
  cooldownSeconds: 900,
  isTeamActive: true,
  event: OPEN,
  boothClosed: false,
  isClosed: false,
  recordedAt: [],
}

/** A reason for each code that refuses an award, in order of precedence. */
const FAULTS = [
  ['AWARD_TOO_OLD', { queuedMs: 48 * HOUR + 1 }],
  ['FORBIDDEN', { isStaffOfBooth: false }],
  ['POINT_TYPE_NOT_ALLOWED', { cooldownSeconds: null }],
  ['TEAM_NOT_FOUND', { isTeamActive: false }],
  ['EVENT_CLOSED', { event: { startsAt: T + 1, endsAt: null } }],
  ['COOLDOWN', { recordedAt: [T - 1] }],
] as const satisfies readonly (readonly [string, Partial<AwardFacts>])[]

describe('judging an award', () => {
  /** Judges awards with every combination of these reasons, and expects the code for each. */
  function forAnyFaults(
    own: Partial<AwardFacts>,
    expected: (codes: readonly string[]) => string,
  ): void {
    fc.assert(
      fc.property(fc.subarray([...FAULTS]), (chosen) => {
        const facts: AwardFacts = Object.assign(
          { ...GOOD, ...own },
          ...chosen.map(([, fault]) => fault),
        )
        expect(judgeAward(facts)).toBe(expected(chosen.map(([code]) => code)))
      }),
      { examples: [[[]], ...FAULTS.map((fault): [(typeof FAULTS)[number][]] => [[fault]])] },
    )
  }

  test('a valid award is recorded; an invalid one gets the reason with the highest precedence', () => {
    forAnyFaults({}, ([first]) => first ?? 'RECORD')
  })

  test('rule 17: after closing, awards with a lasting reason are refused as before; all others wait for the organiser', () => {
    const lasting = new Set(['FORBIDDEN', 'POINT_TYPE_NOT_ALLOWED', 'TEAM_NOT_FOUND'])
    forAnyFaults(
      { isClosed: true },
      (codes) => codes.find((code) => lasting.has(code)) ?? 'KEPT_FOR_ORGANISER',
    )
  })

  test('rule 13: without an event window an award is accepted up to the maximum age', () => {
    expect(judgeAward({ ...GOOD, queuedMs: AWARD_MAX_AGE_MS, madeAt: T - AWARD_MAX_AGE_MS })).toBe(
      'RECORD',
    )
  })
})

describe('the time limits of an award', () => {
  test('an award is too old once it has waited more than 48 hours', () => {
    expect([0, 48 * HOUR, 48 * HOUR + 1].map(isTooOld)).toEqual([false, false, true])
  })

  test('rule 13: the event lasts from its start to its end, both included, if they are set', () => {
    const at = [T - 1, T, T + 1]
    expect(at.map((startsAt) => isInsideEvent(T, { startsAt, endsAt: null }))).toEqual([
      true,
      true,
      false,
    ])
    expect(at.map((endsAt) => isInsideEvent(T, { startsAt: null, endsAt }))).toEqual([
      false,
      true,
      true,
    ])
    expect([isInsideEvent(T, OPEN), isInsideEvent(T, { startsAt: T, endsAt: T })]).toEqual([
      true,
      true,
    ])
  })

  test('rule 12: an award may be voided up to 10 minutes after its receipt', () => {
    expect([0, 600_000, 600_001].map((passed) => mayStillVoid(T, T + passed))).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('rule 10: a repeated award_id is the same award', () => {
  const recorded = { user_id: 'iva', team_id: 'vukovi', point_type: 'pobjeda', vendor_id: 'arkade' }

  test.each([
    ['if everything is the same', {}, true],
    ['if the sender names no booth', { vendor_id: undefined }, true],
    ['but not from another account', { user_id: 'luka' }, false],
    ['but not for another team', { team_id: 'zmajevi' }, false],
    ['but not with another type', { point_type: 'kviz' }, false],
    ['but not from another booth', { vendor_id: 'kutak' }, false],
  ])('%s', (_what, difference, same) => {
    expect(isSameAward({ ...recorded, ...difference }, recorded)).toBe(same)
  })

  test('a bonus, which has no booth, never equals an award of a booth', () => {
    expect(isSameAward(recorded, { ...recorded, vendor_id: null })).toBe(false)
  })
})

describe('rule 13: a player’s scan', () => {
  test('has the time when it was made, but not a time before the player joined the team', () => {
    const madeAt = (queuedMs: number) => scanMadeAt({ receivedAt: T, queuedMs, joinedAt: T - HOUR })
    expect([0, HOUR, 2 * HOUR].map(madeAt)).toEqual([T, T - HOUR, T - HOUR])
  })

  const ended = { startsAt: T - 8 * HOUR, endsAt: T }
  const since = { joinedAt: T - 8 * HOUR }
  test.each([
    [
      'made and received before the end',
      { ...since, receivedAt: T - HOUR, queuedMs: 0 },
      ended,
      true,
    ],
    [
      'made before the end, received an hour after it',
      { ...since, receivedAt: T + HOUR, queuedMs: HOUR + 1 },
      ended,
      true,
    ],
    [
      'received over an hour after the end, whatever time it claims',
      { ...since, receivedAt: T + HOUR + 1, queuedMs: 2 * HOUR },
      ended,
      false,
    ],
    ['made after the end', { ...since, receivedAt: T + 1, queuedMs: 0 }, ended, false],
    [
      'made before the beginning',
      { joinedAt: T - 9 * HOUR, receivedAt: T - 8 * HOUR, queuedMs: 1 },
      ended,
      false,
    ],
    [
      'of an event without an end',
      { ...since, receivedAt: T + 48 * HOUR, queuedMs: 0 },
      OPEN,
      true,
    ],
    [
      'of an event that has not begun',
      { ...since, receivedAt: T, queuedMs: 0 },
      { ...OPEN, startsAt: T + 1 },
      false,
    ],
  ])('%s', (_what, scan, event, taken) => {
    expect(isScanInsideEvent(scan, event)).toBe(taken)
  })
})

test('a team’s copy may be dated up to five minutes ahead of the server’s time', () => {
  const now = Date.UTC(2027, 4, 8, 8)
  expect([-1, 0, 300_000, 300_001].map((ahead) => isAheadOfTime(now + ahead, now))).toEqual([
    false,
    false,
    false,
    true,
  ])
})
