import { expect, test } from 'vitest'
import { scanTexts } from '#texts/scan'
import { treasuresWith } from '../../src/features/scan/treasure-found'
import { awardOf } from '../support/entities'

test('a treasure that was just found counts once, whether or not the fetched points include it', () => {
  const found = awardOf({ award_id: 'b' })
  expect(treasuresWith(found, undefined)).toBe(1)
  expect(treasuresWith(found, { awards: [awardOf({ award_id: 'a' })], treasures: 1 })).toBe(2)
  expect(treasuresWith(found, { awards: [found], treasures: 2 })).toBe(2)
})

test('a found treasure says how many more the medal needs; only the third says that it is earned', () => {
  expect([2, 1, 0, -1].map((missing) => scanTexts.toHunterMedal(missing))).toEqual([
    'Još 2\u00a0blaga do medalje Lovac na blago',
    'Još 1\u00a0blago do medalje Lovac na blago',
    'Medalja: Lovac na blago',
    null,
  ])
})
