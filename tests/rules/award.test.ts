import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AwardFacts, isSameAward, judgeAward } from '#rules/award'
import { AWARD_MAX_AGE_MS, isInsideEvent, isTooOld, mayStillVoid, VOID_WINDOW_MS } from '#rules/award-time'

const T = Date.parse('2026-05-09T12:00:00.000Z')
const HOUR = 3_600_000

const GOOD: AwardFacts = {
  queuedMs: 0,
  madeAt: T,
  isStaffOfBooth: true,
  cooldownSeconds: 900,
  teamStands: true,
  event: { startsAt: null, endsAt: null },
  recorded: [],
}

/** Every fault an award can have, in the order in which it is answered. */
const FAULTS = [
  ['AWARD_TOO_OLD', { queuedMs: 48 * HOUR + 1 }],
  ['FORBIDDEN', { isStaffOfBooth: false }],
  ['POINT_TYPE_NOT_ALLOWED', { cooldownSeconds: null }],
  ['TEAM_NOT_FOUND', { teamStands: false }],
  ['EVENT_CLOSED', { event: { startsAt: T + 1, endsAt: null } }],
  ['COOLDOWN', { recorded: [{ madeAt: T - 1 }] }],
] as const satisfies readonly (readonly [string, Partial<AwardFacts>])[]

describe('how an award is judged', () => {
  test('without a fault it is recorded', () => {
    expect(judgeAward(GOOD)).toBe('RECORD')
  })

  test.each(FAULTS)('%s where that alone is wrong', (code, fault) => {
    expect(judgeAward({ ...GOOD, ...fault })).toBe(code)
  })

  test('of several faults the first in this order is answered, whichever they are', () => {
    const several = fc.subarray([...FAULTS], { minLength: 1 })
    fc.assert(
      fc.property(several, (chosen) => {
        const facts: AwardFacts = Object.assign({ ...GOOD }, ...chosen.map(([, fault]) => fault))
        expect(judgeAward(facts)).toBe(chosen[0]?.[0])
      }),
    )
  })

  test('rule 13: only its age bounds the past', () => {
    expect(judgeAward({ ...GOOD, queuedMs: AWARD_MAX_AGE_MS, madeAt: T - AWARD_MAX_AGE_MS })).toBe('RECORD')
  })

  test('rule 9: exactly the cooldown after the last one is recorded, and up to the grace less', () => {
    expect(judgeAward({ ...GOOD, recorded: [{ madeAt: T - 900_000 }] })).toBe('RECORD')
    expect(judgeAward({ ...GOOD, recorded: [{ madeAt: T - 895_000 }] })).toBe('RECORD')
    expect(judgeAward({ ...GOOD, recorded: [{ madeAt: T - 894_999 }] })).toBe('COOLDOWN')
    expect(judgeAward({ ...GOOD, recorded: [{ madeAt: T + 894_999 }] })).toBe('COOLDOWN')
  })

  test('a point type without a cooldown is recorded any number of times', () => {
    expect(judgeAward({ ...GOOD, cooldownSeconds: 0, recorded: [{ madeAt: T }] })).toBe('RECORD')
  })
})

describe('the times an award depends on', () => {
  test.each([
    [0, false],
    [48 * HOUR - 1, false],
    [48 * HOUR, false],
    [48 * HOUR + 1, true],
  ])('an award that waited %i ms is too old: %s', (queuedMs, tooOld) => {
    expect(isTooOld(queuedMs)).toBe(tooOld)
  })

  test.each([
    ['no window at all', null, null, true],
    ['open since a moment ago', T - 1, null, true],
    ['from this very moment', T, null, true],
    ['from the next moment', T + 1, null, false],
    ['until the next moment', null, T + 1, true],
    ['until this very moment', null, T, true],
    ['until a moment ago', null, T - 1, false],
    ['this moment only', T, T, true],
  ])('rule 13: with %s', (_what, startsAt, endsAt, inside) => {
    expect(isInsideEvent(T, { startsAt, endsAt })).toBe(inside)
  })

  test.each([
    [0, true],
    [VOID_WINDOW_MS, true],
    [VOID_WINDOW_MS + 1, false],
  ])('rule 12: %i ms after its receipt an award may be voided: %s', (passed, may) => {
    expect(mayStillVoid(T, T + passed)).toBe(may)
  })

  test('rule 12: the window is 10 minutes', () => {
    expect(VOID_WINDOW_MS).toBe(10 * 60_000)
  })
})

describe('rule 10: which award that comes in again is the recorded one', () => {
  const recorded = { userId: 'iva', teamId: 'vukovi', pointType: 'pobjeda', vendorId: 'arkade' }

  test.each([
    ['everything is the same', {}, true],
    ['the sender names no booth', { vendorId: undefined }, true],
    ['it is of another account', { userId: 'luka' }, false],
    ['it is for another team', { teamId: 'zmajevi' }, false],
    ['it is of another type', { pointType: 'kviz' }, false],
    ['it is of another booth', { vendorId: 'kutak' }, false],
  ])('%s', (_what, difference, same) => {
    expect(isSameAward({ ...recorded, ...difference }, recorded)).toBe(same)
  })

  test('a bonus, which no booth gave, is never an award that names a booth', () => {
    expect(isSameAward(recorded, { ...recorded, vendorId: null })).toBe(false)
  })
})
