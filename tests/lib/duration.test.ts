import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration, formatDurationAccusative, formatRemaining } from '#lib/duration'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const YEAR = 365 * DAY

describe('a duration in words', () => {
  test.each([
    [0, '0 sekundi'],
    [0.9, '0 sekundi'],
    [1, '1 sekunda'],
    [2, '2 sekunde'],
    [5, '5 sekundi'],
    [59, '59 sekundi'],
    [59.999, '59 sekundi'],
    [MINUTE, '1 minuta'],
    [MINUTE + 59, '1 minuta'],
    [2 * MINUTE, '2 minute'],
    [5 * MINUTE, '5 minuta'],
    [21 * MINUTE, '21 minuta'],
    [HOUR - 1, '59 minuta'],
    [HOUR, '1 sat'],
    [2 * HOUR - 1, '1 sat'],
    [22 * HOUR, '22 sata'],
    [DAY - 1, '23 sata'],
    [DAY, '1 dan'],
    [111 * DAY, '111 dana'],
    [212 * DAY, '212 dana'],
    [YEAR - 1, '364 dana'],
    [YEAR, '1 godina'],
    [1.49 * YEAR, '1 godina'],
    [1.5 * YEAR, '2 godine'],
    [4.5 * YEAR, '5 godina'],
    [11 * YEAR, '11 godina'],
  ])(
    '%d s are "%s": the unrounded seconds choose the unit, rounded down, for years to the nearest',
    (seconds, text) => {
      expect(formatDuration(seconds)).toBe(text)
    },
  )

  test.each([
    [1, '1 sekundu'],
    [21, '21 sekundu'],
    [MINUTE, '1 minutu'],
    [21 * MINUTE, '21 minutu'],
    [2 * MINUTE, '2 minute'],
    [5 * MINUTE, '5 minuta'],
    [HOUR, '1 sat'],
    [DAY, '1 dan'],
    [YEAR, '1 godinu'],
    [21 * YEAR, '21 godinu'],
    [11 * YEAR, '11 godina'],
  ])('after "za" and "prije" %d s are "%s"', (seconds, text) => {
    expect(formatDurationAccusative(seconds)).toBe(text)
  })

  test.each([
    ['a negative number', -1],
    ['a tiny negative number', -Number.MIN_VALUE],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus infinity', Number.NEGATIVE_INFINITY],
    ['text', 'pet'],
    ['digits as text', '60'],
    ['empty text', ''],
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['a bigint', 60n],
    ['an object', {}],
    ['a list', [60]],
    ['a date', new Date(0)],
  ])('%s is an invalid input', (_what, value) => {
    expect(formatDuration(value)).toBe('Nevažeći unos')
    expect(formatDurationAccusative(value)).toBe('Nevažeći unos')
  })

  test.each([
    [0.1, '1 sekunda'],
    [MINUTE + 1, '2 minute'],
    [DAY + 1, '2 dana'],
    [500 * DAY, '2 godine'],
  ])('as a remaining time, %d s are "%s": never understated', (seconds, text) => {
    expect(formatRemaining(seconds)).toBe(text.replace(' ', '\u00A0'))
  })

  test('minus zero is zero', () => {
    expect(formatDuration(-0)).toBe('0 sekundi')
  })

  test('every number gives one integer and one unit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (seconds) => {
        expect(formatDuration(seconds)).toMatch(
          /^\d+ (sekund[aei]|minut[ae]|sat[ai]?|dana?|godin[ae])$/,
        )
      }),
    )
  })
})
