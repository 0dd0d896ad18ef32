import { expect, test } from 'vitest'
import { revealOf } from '../../src/features/public-ranking/reveal'

type Reveal = Parameters<typeof revealOf>[0]
type Team = Reveal['teams'][number]

const team = (team_id: string, rank: number, points: number): Team => ({
  ...{ team_id, team_name: team_id.toUpperCase(), rank, points, member_count: 2 },
})
const shown = (last: Team) => ({ place: last.rank, team: last, members: ['ana'], booths: ['a', 'b'], lit: ['a'], treasures: 1 })

test('rule 16: rows that are still covered stand at the top and name nobody, wherever their teams stood at the freeze', () => {
  const [old, fourth, third] = [team('prvi na kraju', 4, 10), team('c', 4, 40), team('b', 3, 60)]
  const state = revealOf({
    teams: [team('a', 1, 90), third, old, fourth],
    reveal: { covered: ['a', old.team_id], shown: shown(third) },
  })
  expect(state).toMatchObject({ isUnderWay: true, covered: 2, shown: { team: third }, teams: [third, fourth] })
})

test('rule 16: without a reveal, and after its last place, every team stands in its row; a team that is gone is shown to nobody', () => {
  const teams = [team('a', 1, 90), team('b', 1, 90)]
  expect(revealOf({ teams, reveal: null })).toEqual({ isUnderWay: false, covered: 0, shown: null, teams })
  expect(revealOf({ teams })).toMatchObject({ isUnderWay: false })
  expect(revealOf({ teams, reveal: { covered: [], shown: null } })).toEqual({ isUnderWay: true, covered: 0, shown: null, teams })
})
