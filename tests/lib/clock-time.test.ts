import { expect, test } from 'vitest'
import { formatDay, formatMoment, formatMomentShort, formatTimeOrDay } from '#lib/clock-time'
import { sleepsSoFar } from '#lib/device-sleep'
import { followTimeZone, recordServerTime } from '#lib/server-clock'

const at = new Date(2025, 8, 30, 14, 5).getTime()

test('a time today is shown in 24-hour format', () => {
  expect(formatMoment(at, new Date(2025, 8, 30, 23, 59).getTime())).toBe('14:05')
  expect(formatMoment(new Date(2025, 8, 30, 0, 7).getTime(), at)).toBe('00:07')
})

test('a time on another day is shown with its day, and in another year also with the year', () => {
  expect(formatMoment(at, new Date(2025, 9, 1, 0, 1).getTime())).toBe('30.\u00a0rujna u 14:05')
  expect(formatMoment(at, new Date(2026, 8, 30, 14, 5).getTime())).toBe(
    '30.\u00a0rujna 2025. u 14:05',
  )
})

test('the short form shows another day in numbers', () => {
  expect(formatMomentShort(at, new Date(2025, 8, 30, 23, 59).getTime())).toBe('14:05')
  expect(formatMomentShort(at, new Date(2025, 9, 1, 0, 1).getTime())).toBe('30.\u00a009. u 14:05')
})

test('the shortest form shows only the time if it is today, else only the day', () => {
  expect(formatTimeOrDay(at, new Date(2025, 8, 30, 23, 59).getTime())).toBe('14:05')
  expect(formatTimeOrDay(at, new Date(2025, 9, 1, 0, 1).getTime())).toBe('30.\u00a009.')
})

test('times and days are those of the event’s zone, wherever the browser is', () => {
  const midnight = Date.UTC(2025, 8, 30, 22, 30)
  followTimeZone('America/New_York')
  expect(formatMoment(midnight, midnight)).toBe('18:30')
  expect(formatDay(midnight, Date.UTC(2025, 9, 1, 3, 59))).toBe('Danas')
  followTimeZone('Europe/Zagreb')
  followTimeZone(undefined)
  expect(formatMoment(midnight, Date.UTC(2025, 8, 30, 12))).toBe('1.\u00a0listopada u 00:30')
  expect(formatDay(midnight, Date.UTC(2025, 9, 1, 12))).toBe('Danas')
  expect(formatDay(midnight, Date.UTC(2026, 9, 1, 12))).toBe('1.\u00a0listopada 2025.')
})

test.each([
  // The days with 25 and with 23 hours.
  [
    '2026-10-25T22:30:00Z',
    {
      '2026-10-24T10:00:00Z': 'Jučer',
      '2026-10-24T22:30:00Z': 'Danas',
      '2026-10-23T20:00:00Z': '23.\u00a0listopada',
    },
  ],
  [
    '2026-03-29T22:30:00Z',
    {
      '2026-03-29T10:00:00Z': 'Jučer',
      '2026-03-28T22:30:00Z': '28.\u00a0ožujka',
      '2026-03-29T22:10:00Z': 'Danas',
    },
  ],
  ['2026-03-29T12:00:00Z', { '2026-03-28T23:30:00Z': 'Danas', '2026-03-28T22:30:00Z': 'Jučer' }],
])('today and yesterday are calendar days, even when clocks change: at %s', (now, days) => {
  followTimeZone('Europe/Zagreb')
  const shown = Object.keys(days).map((instant) => [
    instant,
    formatDay(Date.parse(instant), Date.parse(now)),
  ])
  expect(Object.fromEntries(shown)).toEqual(days)
})

test('by default today is the day of the server’s clock', () => {
  recordServerTime('2026-10-25T12:00:00.000Z', performance.now(), sleepsSoFar())
  expect(formatDay(Date.parse('2026-10-24T12:00:00Z'))).toBe('Jučer')
  expect(formatMoment(Date.parse('2026-10-25T07:00:00Z'))).toBe('08:00')
})

test('if the browser does not know the event’s zone, times are in the browser’s zone', () => {
  followTimeZone('Mars/Olympus')
  expect(formatMoment(at, at)).toBe('14:05')
})
