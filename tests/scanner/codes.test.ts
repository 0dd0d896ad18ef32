import { expect, test } from 'vitest'
import { codesIn } from '../../src/scanner/codes'

const FRAME = { width: 100, height: 60 }

test('fault 72: a code counts as in the middle if the platform’s detector gives it no corner points', () => {
  const corners = [
    { x: 50, y: 20 },
    { x: 70, y: 20 },
    { x: 70, y: 40 },
    { x: 50, y: 40 },
  ]
  const found = [
    { rawValue: 'a', cornerPoints: corners },
    { rawValue: 'b', cornerPoints: null },
    { rawValue: 'c' },
    { rawValue: 'd', cornerPoints: [] },
    { rawValue: null, cornerPoints: corners },
  ]
  expect(codesIn(found, FRAME)).toEqual([
    { text: 'a', offMiddle: 10 },
    ...['b', 'c', 'd'].map((text) => ({ text, offMiddle: 0 })),
  ])
})
