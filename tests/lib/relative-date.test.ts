import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAgo, formatRelativeDate } from '#lib/relative-date'

const NOW = new Date('2026-05-09T12:00:00.000Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ago = (ms: number) => formatRelativeDate(new Date(NOW.getTime() - ms), NOW)

describe('a relative date', () => {
  test.each([
    [0, 'upravo sada'],
    [1, 'upravo sada'],
    [MINUTE - 1, 'upravo sada'],
    [MINUTE, 'prije 1 minutu'],
    [2 * MINUTE - 1, 'prije 1 minutu'],
    [2 * MINUTE, 'prije 2 minute'],
    [21 * MINUTE, 'prije 21 minutu'],
    [HOUR - 1, 'prije 59 minuta'],
    [HOUR, 'prije 1 sat'],
    [DAY - 1, 'prije 23 sata'],
    [DAY, 'prije 1 dan'],
    [2 * DAY - 1, 'prije 1 dan'],
    [30 * DAY - 1, 'prije 29 dana'],
    [30 * DAY, 'prije 1 mjesec'],
    [60 * DAY - 1, 'prije 1 mjesec'],
    [60 * DAY, 'prije 2 mjeseca'],
    [360 * DAY, 'prije 12 mjeseci'],
    [365 * DAY - 1, 'prije 12 mjeseci'],
    [365 * DAY, 'prije 1 godinu'],
    [5 * 365 * DAY, 'prije 5 godina'],
  ])('%i ms ago is "%s"', (ms, text) => {
    expect(ago(ms)).toBe(text)
  })

  test('takes a Date, ISO text or ms', () => {
    const at = NOW.getTime() - 21 * MINUTE
    for (const date of [new Date(at), new Date(at).toISOString(), at]) {
      expect(formatRelativeDate(date, NOW)).toBe('prije 21 minutu')
    }
  })

  test("a time ahead of the server's clock is shown as just now", () => {
    expect(formatAgo(NOW.getTime() + MINUTE, NOW.getTime())).toBe('upravo sada')
    expect(formatAgo(new Date(NOW.getTime() - 21 * MINUTE).toISOString(), NOW.getTime())).toBe(
      'prije 21\u00a0minutu',
    )
  })

  test('counts from now by default', () => {
    expect(formatRelativeDate(new Date())).toBe('upravo sada')
  })

  test.each([
    ['the next ms', new Date(NOW.getTime() + 1)],
    ['tomorrow', new Date(NOW.getTime() + DAY)],
    ['an invalid Date', new Date(Number.NaN)],
    ['text that is not a date', 'jučer'],
    ['empty text', ''],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a date that does not exist', '2026-13-45'],
    ['null', null],
    ['a missing date', undefined],
  ])('%s is an invalid date', (_what, date) => {
    expect(formatRelativeDate(date, NOW)).toBe('Nevažeći datum')
  })

  test('is invalid for an invalid reference time', () => {
    expect(formatRelativeDate(NOW, new Date(Number.NaN))).toBe('Nevažeći datum')
  })

  test('has words for every time in the past', () => {
    fc.assert(
      fc.property(fc.date({ max: NOW, noInvalidDate: true }), (date) => {
        expect(formatRelativeDate(date, NOW)).toMatch(/^(upravo sada|prije \d+ \p{L}+)$/u)
      }),
    )
  })
})
