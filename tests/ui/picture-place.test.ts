import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { teamPointsQuery } from '../../src/api/score-queries'
import { pictureFacts } from '../../src/features/team/picture'

const team = {
  team_id: 'a',
  team_name: 'Lovci',
  is_captain: true,
  points: 25,
  rank: 9,
  member_count: 2,
}

/** The place in the picture of a team that others see with these points. */
function placeIn(shown_points: number | undefined): string | null {
  const client = new QueryClient()
  const { queryKey } = teamPointsQuery()
  client.setQueryData(queryKey, { points: 25, rank: 9, awards: [], shown_points })
  return pictureFacts(client, team).place
}

test('rule 16: the picture of a team without points at the freeze shows no place', () => {
  expect(placeIn(0)).toBeNull()
  for (const shown of [5, undefined]) expect(placeIn(shown)).toBe('9.\u00a0mjesto')
})
