import { expect, test } from 'vitest'
import { placeAfterKey } from '../../src/ui/menu'

const NAMES = ['Profil', 'Čeka slanje', 'Svijetla tema', 'Odjava']

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', -1, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['č', 0, 1],
  ['S', 0, 2],
  ['s', 2, 2],
  ['x', 0, null],
  ['Escape', 0, null],
  [' ', 0, null],
])('in a menu %s moves the focus from item %i to %s', (key, from, to) => {
  expect(placeAfterKey(key, from, NAMES)).toBe(to)
})
