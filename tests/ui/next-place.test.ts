import { expect, test } from 'vitest'
import type { Team } from '#contract/entities'
import { nextPlaceIn } from '../../src/features/team/next-place'

const team = (team_id: string, rank: number, points: number): Team => ({
  team_id,
  team_name: 'Tim',
  points,
  rank,
  member_count: 1,
  is_full: false,
})

test('rule 15: the distance to the next place follows the visible list, and is the same for equal teams', () => {
  const [first, equal, other, last, empty] = [
    team('a', 1, 150),
    team('b', 2, 124),
    team('c', 2, 124),
    team('d', 4, 87),
    team('e', 5, 0),
  ]
  const teams = [first, equal, other, last, empty]
  expect(nextPlaceIn(teams, last)).toEqual({ place: 2, missing: 37 })
  for (const one of [equal, other])
    expect(nextPlaceIn(teams, one)).toEqual({ place: 1, missing: 26 })
  expect(nextPlaceIn(teams, first)).toBeNull()
  expect(nextPlaceIn(teams, empty)).toBeNull()
})
