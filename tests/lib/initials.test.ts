import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initials } from '#lib/names'

test.each([
  ['Ana', 'Anić', 'AA'],
  ['đurđa', 'čaklović', 'ĐČ'],
  ['  Iva ', ' Horvat', 'IH'],
  ['Iva', '', 'I'],
  ['', '', ''],
  ['👾 Igrač', 'Žužul', '👾Ž'],
])('%s %s has the initials %s', (first, last, expected) => {
  expect(initials(first, last)).toBe(expected)
})

test('there are at most two characters for any names', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (first, last) => [...initials(first, last)].length <= 2,
    ),
  )
})
