import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counted, dotted, nouns, numeral, pluralForm, signed, unbroken } from '#texts/nouns'

const FORMS = { one: 'one', few: 'few', other: 'other' } as const
const croatian = new Intl.PluralRules('hr')

describe('the plural rule', () => {
  test('equals that of Intl for Croatian, for every integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (count) => {
        expect(pluralForm(count, FORMS)).toBe(croatian.select(count))
      }),
      { numRuns: 5_000 },
    )
  })

  test('equals it for each of the first thousand', () => {
    for (let count = 0; count <= 1_000; count++)
      expect(`${count} ${pluralForm(count, FORMS)}`).toBe(`${count} ${croatian.select(count)}`)
  })

  test('a negative number takes the form of its absolute value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (count) => {
        expect(pluralForm(-count, FORMS)).toBe(pluralForm(count, FORMS))
      }),
    )
  })

  test.each([
    [0.6, '1\u00a0bod'],
    [1.4, '1\u00a0bod'],
    [1.5, '2\u00a0boda'],
    [4.5, '5\u00a0bodova'],
    [-1, '−1\u00a0bod'],
    [-2, '−2\u00a0boda'],
    [-11, '−11\u00a0bodova'],
    [0, '0\u00a0bodova'],
    [-0.2, '0\u00a0bodova'],
  ])('the number is rounded first, then the form is chosen: %d is "%s"', (count, text) => {
    expect(counted(count, nouns.point)).toBe(text)
  })
})

test.each([
  [999, '999'],
  [1_000, '1\u202f000'],
  [12_345, '12\u202f345'],
  [-1_234_567, '−1\u202f234\u202f567'],
])(
  'thousands are parted by a thin space that no line breaks at, and minus is a minus sign: %d',
  (count, text) => {
    expect(numeral(count)).toBe(text)
  },
)

test('a number stays with what it counts, and words break as ever', () => {
  expect(unbroken('prije 5 minuta')).toBe('prije 5\u00a0minuta')
  expect(unbroken('1 h 30 min')).toBe('1\u00a0h 30\u00a0min')
  expect(unbroken('30. rujna u 14:05')).toBe('30.\u00a0rujna u 14:05')
})

test('points given have a plus, points taken a minus sign', () => {
  expect([25, 0, -5].map(signed)).toEqual(['+25', '0', '−5'])
})

test('of parts in a row those that there are get dots between them, which no line begins with', () => {
  expect(dotted('Pobjeda', null, 'upravo sada')).toBe('Pobjeda\u00a0· upravo sada')
  expect(dotted(null)).toBe('')
})
