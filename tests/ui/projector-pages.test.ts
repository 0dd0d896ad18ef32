import { expect, test } from 'vitest'
import { pageHeading, turnOf } from '../../src/features/public-ranking/pages'

const team = (rank: number, points = 10) => ({
  team_id: `t${rank}`,
  team_name: `Tim ${rank}`,
  points,
  rank,
  member_count: 1,
})

test('a page of the projector is headed by the ranks that stand on it, equal ones too', () => {
  expect(pageHeading([team(8), team(8), team(13)])).toBe('8. do\u00a013.\u00a0mjesto')
  expect(pageHeading([team(8), team(8)])).toBe('8.\u00a0mjesto')
  expect(pageHeading([team(14), team(15, 0), team(15, 0)])).toBe('14.\u00a0mjesto')
  expect(pageHeading([team(15, 0)])).toBe('Bez plasmana')
})

test('every further place has its page, and each round ends with the way into the game', () => {
  for (const teams of [3, 11, 16, 17, 45, 100]) {
    const round = Array.from({ length: 20 }, (_, turn) => turnOf(turn, teams, 10))
    const first = round.slice(0, round.findIndex(({ kind }) => kind === 'join') + 1)
    const shown = first.flatMap((turn) =>
      turn.kind === 'page'
        ? Array.from({ length: turn.to - turn.from }, (_, index) => turn.from + index)
        : [],
    )
    const further = Array.from({ length: Math.max(0, teams - 10) }, (_, index) => 10 + index)
    expect([...new Set(shown)]).toEqual(further)
    expect(first.at(-1)).toEqual({ kind: 'join' })
    // The invitation to join returns, but not on every turn.
    expect(first.length).toBeGreaterThanOrEqual(3)
    expect(turnOf(first.length, teams, 10)).toEqual(first[0])
  }
})
