import { expect, test } from 'vitest'
import { formatMoment, formatMomentShort } from '#lib/clock-time'

const at = new Date(2025, 8, 30, 14, 5).getTime()

test('a time of today is shown in 24-hour format', () => {
  expect(formatMoment(at, new Date(2025, 8, 30, 23, 59).getTime())).toBe('14:05')
  expect(formatMoment(new Date(2025, 8, 30, 0, 7).getTime(), at)).toBe('00:07')
})

test('a time of another day is shown with its day', () => {
  expect(formatMoment(at, new Date(2025, 9, 1, 0, 1).getTime())).toBe('30. rujna u 14:05')
  expect(formatMoment(at, new Date(2026, 8, 30, 14, 5).getTime())).toBe('30. rujna u 14:05')
})

test('where there is little room, another day is shown by its numbers', () => {
  expect(formatMomentShort(at, new Date(2025, 8, 30, 23, 59).getTime())).toBe('14:05')
  expect(formatMomentShort(at, new Date(2025, 9, 1, 0, 1).getTime())).toBe('30. 09. u 14:05')
})
