import { expect, test } from 'vitest'
import { placesUpTo } from '#rules/prizes'

const team = (rank: number, points: number) => ({ rank, points })

test('rule 8: prizes go to the first places, with all who share the last of them', () => {
  const ranked = [team(1, 90), team(2, 70), team(2, 70), team(4, 10)]
  expect(placesUpTo(ranked, 2).map(({ rank, shared }) => [rank, shared])).toEqual([
    [1, false],
    [2, true],
    [2, true],
  ])
  expect(placesUpTo(ranked, 3)).toHaveLength(3)
  expect(placesUpTo(ranked, 4)).toHaveLength(4)
})

test('a team without points has no place, however few teams there are', () => {
  expect(placesUpTo([team(1, 5), team(2, 0), team(2, 0)], 3)).toEqual([{ rank: 1, points: 5, shared: false }])
  expect(placesUpTo([], 3)).toEqual([])
})
