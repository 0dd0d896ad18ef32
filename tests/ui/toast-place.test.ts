import { expect, test } from 'vitest'
import { lowestGap } from '../../src/ui/toast-place'

const frame = { top: 64, bottom: 504 }

test('a toast lies at the lower edge where nothing is', () => {
  expect(lowestGap([], frame, 88)).toBe(504)
  expect(lowestGap([{ top: 80, bottom: 200 }], frame, 88)).toBe(504)
})

test('a toast lies above a code that reaches the lower edge', () => {
  expect(lowestGap([{ top: 250, bottom: 500 }], frame, 88)).toBe(250)
})

test('a toast lies in the lowest gap that is high enough, whatever the order and overlap of what it keeps clear of', () => {
  const taken = [
    { top: 100, bottom: 140 },
    { top: 430, bottom: 504 },
    { top: 300, bottom: 340 },
    { top: 320, bottom: 360 },
    { top: 440, bottom: 460 },
  ]
  expect(lowestGap(taken, frame, 60)).toBe(430)
  expect(lowestGap(taken, frame, 88)).toBe(300)
  expect(lowestGap(taken, frame, 161)).toBeNull()
})

test('a range that reaches beyond the frame leaves no gap in it', () => {
  expect(lowestGap([{ top: 0, bottom: 900 }], frame, 20)).toBeNull()
})
