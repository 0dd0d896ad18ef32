import { expect, test } from 'vitest'
import { pageHeading, turnOf } from '../../src/features/public-ranking/pages'

const team = (rank: number, points = 10) => ({
  team_id: `t${rank}`,
  team_name: `Tim ${rank}`,
  points,
  rank,
  member_count: 1,
})

test('a page of the projector is headed by the ranks on it, including equal ranks', () => {
  expect(pageHeading([team(8), team(8), team(13)])).toBe('8. do\u00a013.\u00a0mjesto')
  expect(pageHeading([team(8), team(8)])).toBe('8.\u00a0mjesto')
  expect(pageHeading([team(14), team(15, 0), team(15, 0)])).toBe('14.\u00a0mjesto')
  expect(pageHeading([team(15, 0)])).toBe('Bez plasmana')
})

test('every place below the top ten is on a page, and the page about joining returns at least every minute', () => {
  for (const teams of [3, 11, 16, 17, 45, 100]) {
    const turns = Array.from({ length: 40 }, (_, turn) => turnOf(turn, teams, 10))
    const shown = turns.flatMap((turn) =>
      turn.kind === 'page'
        ? Array.from({ length: turn.to - turn.from }, (_, index) => turn.from + index)
        : [],
    )
    const further = Array.from({ length: Math.max(0, teams - 10) }, (_, index) => 10 + index)
    expect([...new Set(shown)]).toEqual(further)
    const joins = turns.flatMap(({ kind }, turn) => (kind === 'join' ? [turn] : []))
    const gaps = joins.slice(1).map((turn, index) => turn - (joins[index] ?? 0))
    // The page about joining comes at every third to sixth turn; each turn takes ten seconds.
    expect(Math.min(...gaps), `${teams} teams`).toBeGreaterThanOrEqual(3)
    expect(Math.max(...gaps), `${teams} teams`).toBeLessThanOrEqual(6)
  }
})
