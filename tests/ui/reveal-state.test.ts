import { expect, test } from 'vitest'
import { afterReading, afterTurn, type RevealState, shownDuring, startingState } from '../../src/features/public-ranking/reveal'
import type { Ranking } from '../../src/features/public-ranking/use-ranking'

/** A ranking of these teams with these points, best first. */
function rankingOf(points: Readonly<Record<string, number>>, over: Partial<Ranking> = {}): Ranking {
  const teams = Object.entries(points).map(([team_id, points], index) => ({
    ...{ team_id, team_name: team_id.toUpperCase(), points, rank: index + 1, member_count: 2 },
  }))
  return { teams, total: teams.length, latest: [], frozen_at: null, starts_at: null, ends_at: null, ...over }
}

const FROZEN = rankingOf({ a: 30, b: 20, c: 10 }, { frozen_at: '2026-05-09T10:00:00.000Z' })
const REVEALED = rankingOf({ c: 60, a: 40, b: 20 })

function begun(): RevealState {
  return afterReading(startingState(FROZEN), REVEALED)
}
const idsIn = ({ teams }: Ranking) => teams.map(({ team_id, points }) => `${team_id} ${points}`)

test('awards that arrive during the reveal move nothing until the last place has turned', () => {
  let state = begun()
  const live = rankingOf({ b: 500, c: 60, a: 40 })
  for (const hidden of [3, 2, 1, 0]) {
    expect(state).toMatchObject({ is: 'revealing', hidden })
    state = afterReading(state, live)
    expect(idsIn(shownDuring(state, live))).toEqual(['c 60', 'a 40', 'b 20'])
    state = afterTurn(state)
  }
  expect(state).toEqual({ is: 'open' })
  expect(idsIn(shownDuring(state, live))).toEqual(['b 500', 'c 60', 'a 40'])
})

test('a screen that never showed the freeze reveals nothing, and one that is frozen again stops', () => {
  const open = startingState(REVEALED)
  expect(afterReading(open, rankingOf({ a: 1 }))).toBe(open)
  expect(afterReading(begun(), FROZEN)).toEqual({ is: 'frozen' })
})

test('a team that is renamed or hidden during the reveal is not shown as before', () => {
  const { teams } = rankingOf({ c: 60, b: 20 })
  const renamed = teams.map((team) => (team.team_id === 'b' ? { ...team, team_name: 'Dobra Volja' } : team))
  const live = { ...REVEALED, teams: renamed, total: 2 }
  expect(shownDuring(begun(), live).teams.map(({ team_name, points }) => [team_name, points])).toEqual([
    ['C', 60],
    ['Dobra Volja', 20],
  ])
})
