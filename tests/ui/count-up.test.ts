import { expect, test } from 'vitest'
import { FLIGHT_MS } from '../../src/features/arrival/arrival'
import { countAt } from '../../src/features/team/count-up'

test('the card’s number waits until the points have flown into it, then counts up and ends at the sum', () => {
  expect([0, FLIGHT_MS].map((ms) => countAt(ms, 124, 134))).toEqual([124, 124])
  const counting = Array.from({ length: 20 }, (_, step) => countAt(FLIGHT_MS + step * 50, 124, 134))
  expect(counting).toEqual(counting.toSorted((a, b) => a - b))
  expect(countAt(FLIGHT_MS + 900, 124, 134)).toBe(134)
  expect(countAt(0, 124, 100), 'a lower sum is shown at once').toBe(100)
})
