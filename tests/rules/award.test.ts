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

const GOOD: AwardFacts = {
  queuedMs: 0,
  madeAt: T,
  isStaffOfBooth: true,
  cooldownSeconds: 900,
  isTeamActive: true,
  event: { startsAt: null, endsAt: null },
  boothClosed: false,
  isClosed: false,
  recordedAt: [],
}

/** Every reason to refuse an award, in order of precedence. */
const FAULTS = [
  ['AWARD_TOO_OLD', { queuedMs: 48 * HOUR + 1 }],
  ['FORBIDDEN', { isStaffOfBooth: false }],
  ['POINT_TYPE_NOT_ALLOWED', { cooldownSeconds: null }],
  ['TEAM_NOT_FOUND', { isTeamActive: false }],
  ['EVENT_CLOSED', { event: { startsAt: T + 1, endsAt: null } }],
  ['COOLDOWN', { recordedAt: [T - 1] }],
] as const satisfies readonly (readonly [string, Partial<AwardFacts>])[]

describe('judging an award', () => {
  test('a valid award is recorded', () => {
    expect(judgeAward(GOOD)).toBe('RECORD')
  })

  test.each(FAULTS)('%s if it is the only reason', (code, fault) => {
    expect(judgeAward({ ...GOOD, ...fault })).toBe(code)
  })

  test('of several reasons the first in order of precedence is returned', () => {
    const several = fc.subarray([...FAULTS], { minLength: 1 })
    fc.assert(
      fc.property(several, (chosen) => {
        const facts: AwardFacts = Object.assign({ ...GOOD }, ...chosen.map(([, fault]) => fault))
        expect(judgeAward(facts)).toBe(chosen[0]?.[0])
      }),
    )
  })

  test('rule 17: once results are closed, what cannot change is refused as ever, and everything else waits for the organiser', () => {
    const lasting = new Set(['FORBIDDEN', 'POINT_TYPE_NOT_ALLOWED', 'TEAM_NOT_FOUND'])
    const several = fc.subarray([...FAULTS])
    fc.assert(
      fc.property(several, (chosen) => {
        const facts: AwardFacts = Object.assign({ ...GOOD, isClosed: true }, ...chosen.map(([, fault]) => fault))
        const first = chosen.find(([code]) => lasting.has(code))
        expect(judgeAward(facts)).toBe(first?.[0] ?? 'KEPT_FOR_ORGANISER')
      }),
    )
  })

  test('rule 13: without an event window only its age limits how old an award may be', () => {
    expect(judgeAward({ ...GOOD, queuedMs: AWARD_MAX_AGE_MS, madeAt: T - AWARD_MAX_AGE_MS })).toBe('RECORD')
  })
})

describe('the time limits of an award', () => {
  test.each([
    [0, false],
    [48 * HOUR - 1, false],
    [48 * HOUR, false],
    [48 * HOUR + 1, true],
  ])('an award that waited %i ms is too old: %s', (queuedMs, tooOld) => {
    expect(isTooOld(queuedMs)).toBe(tooOld)
  })

  test.each([
    ['no window', null, null, true],
    ['a start 1 ms ago', T - 1, null, true],
    ['a start now', T, null, true],
    ['a start in 1 ms', T + 1, null, false],
    ['an end in 1 ms', null, T + 1, true],
    ['an end now', null, T, true],
    ['an end 1 ms ago', null, T - 1, false],
    ['start and end now', T, T, true],
  ])('rule 13: with %s', (_what, startsAt, endsAt, inside) => {
    expect(isInsideEvent(T, { startsAt, endsAt })).toBe(inside)
  })

  test.each([
    [0, true],
    [10 * 60_000, true],
    [10 * 60_000 + 1, false],
  ])('rule 12: %i ms after its receipt an award may be voided: %s', (passed, may) => {
    expect(mayStillVoid(T, T + passed)).toBe(may)
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

  test('a bonus, which has no booth, is never the same as an award with a booth', () => {
    expect(isSameAward(recorded, { ...recorded, vendor_id: null })).toBe(false)
  })
})

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

test('a copy may be made up to five minutes ahead of the server’s time', () => {
  const now = Date.UTC(2027, 4, 8, 8)
  expect([-1, 0, 300_000, 300_001].map((ahead) => isAheadOfTime(now + ahead, now))).toEqual([false, false, false, true])
})
