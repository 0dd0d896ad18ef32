import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankTeams } from '#rules/ranking'
import { teamTexts } from '#texts/team'
import { nextPlace } from '../../src/features/team/ranking-page'

test('rule 8: a team that gains the missing points shares the next better place', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 }), fc.nat(), (scores, which) => {
      const rank = (points: readonly number[]) =>
        rankTeams(points.map((one, index) => ({ teamId: `t${index}`, teamName: `t${index}`, points: one, reachedAt: 0 })))
      const index = which % scores.length
      const before = rank(scores)
      const own = before.find(({ teamId }) => teamId === `t${index}`)
      const next = own === undefined ? null : nextPlace(before, own)
      if (next === null) {
        expect(own?.rank).toBe(1)
        return
      }
      expect(next.points).toBeGreaterThan(0)
      const after = rank(scores.map((one, at) => (at === index ? one + next.points : one)))
      expect(after.find(({ teamId }) => teamId === `t${index}`)?.rank).toBe(next.rank)
      expect(after.filter((team) => team.rank === next.rank).length).toBeGreaterThan(1)
    }),
  )
})

test('rule 16: own points that passed the frozen ones of the place ahead say nothing about places', () => {
  const frozen = [
    { rank: 1, points: 90 },
    { rank: 2, points: 60 },
  ]
  expect(nextPlace(frozen, { rank: 3, points: 75 })).toBeNull()
  expect(nextPlace(frozen, { rank: 3, points: 60 })).toBeNull()
})

test.each([
  [1, 2, 'Još 1\u00a0bod do 2. mjesta'],
  [22, 2, 'Još 22\u00a0boda do 2. mjesta'],
  [112, 10, 'Još 112\u00a0bodova do 10. mjesta'],
])('%i points missing', (points, rank, text) => {
  expect(teamTexts.toNextPlace(points, rank)).toBe(text)
})
