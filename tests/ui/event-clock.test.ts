import { expect, test } from 'vitest'
import { clockText, laterEnd } from '../../src/features/organiser/clock'

const START = Date.parse('2026-05-09T10:00:00')
const END = Date.parse('2026-05-09T18:00:00')
const MINUTE = 60_000

test.each([
  ['before the start', START - 90 * MINUTE, 'Počinje u 10:00\u00a0· još 1\u00a0h 30\u00a0min'],
  ['before the end', END - 54 * MINUTE, 'Traje do 18:00\u00a0· još 54\u00a0min'],
  [
    'a second after a whole minute',
    END - 54 * MINUTE + 1000,
    'Traje do 18:00\u00a0· još 54\u00a0min',
  ],
  ['in its last second', END - 1000, 'Traje do 18:00\u00a0· još 1\u00a0min'],
  ['at the end', END, 'Završilo u 18:00'],
])('the clock says when the event starts or ends, and the time left: %s', (_when, now, said) => {
  expect(clockText(START, END, now)).toBe(said)
})

test('an end on another day shows its date, and the time left shows days and hours', () => {
  expect(clockText(null, END, END - 26 * 60 * MINUTE - 1)).toBe(
    'Traje do 9.\u00a0svibnja u 18:00\u00a0· još 1\u00a0d 3\u00a0h',
  )
})

test('an extension counts from the end, or from now if the event is over', () => {
  expect(laterEnd(END, 30, END - MINUTE)).toBe(END + 30 * MINUTE)
  expect(laterEnd(END, 15, END + 90 * MINUTE + 1)).toBe(END + (91 + 15) * MINUTE)
})
