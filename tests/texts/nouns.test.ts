import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counted, nouns, pluralForm } from '#texts/nouns'

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

  test.each([
    [0, 'other'],
    [1, 'one'],
    [2, 'few'],
    [4, 'few'],
    [5, 'other'],
    [10, 'other'],
    [11, 'other'],
    [12, 'other'],
    [14, 'other'],
    [19, 'other'],
    [20, 'other'],
    [21, 'one'],
    [22, 'few'],
    [101, 'one'],
    [111, 'other'],
    [112, 'other'],
    [121, 'one'],
    [211, 'other'],
    [212, 'other'],
    [1_011, 'other'],
    [1_001, 'one'],
  ])('%i takes the form "%s"; for 11 to 19 the last two digits decide', (count, form) => {
    expect(pluralForm(count, FORMS)).toBe(form)
  })

  test('a negative number takes the form of its absolute value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (count) => {
        expect(pluralForm(-count, FORMS)).toBe(pluralForm(count, FORMS))
      }),
    )
  })

  test.each([
    [0.6, '1 bod'],
    [1.4, '1 bod'],
    [1.5, '2 boda'],
    [4.5, '5 bodova'],
    [-1, '-1 bod'],
    [-2, '-2 boda'],
    [-11, '-11 bodova'],
    [0, '0 bodova'],
    [-0.2, '0 bodova'],
  ])('the number is rounded first, then the form is chosen: %d is "%s"', (count, text) => {
    expect(counted(count, nouns.point)).toBe(text)
  })
})
