import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followClimbs, type ScoreChange } from '#rules/climb'
import { rankTeams } from '#rules/ranking'

const MINUTE = 60_000
const TEAMS = Array.from({ length: 12 }, (_, index) => `t${index}`)

function climbs(changes: readonly ScoreChange[], teams: readonly string[] = TEAMS): ReadonlyMap<string, number> {
  const followed = followClimbs(teams)
  for (const change of changes) followed.add(change)
  return followed.greatest()
}

const gain = (teamId: string, points: number, minute: number): ScoreChange => ({ teamId, points, madeAt: minute * MINUTE })
/** Every team but the first has ten points. */
const rivals = TEAMS.slice(1).map((teamId) => gain(teamId, 10, 0))

/** The same from its definition: the rank before and after each change, by the ranking itself. */
function slowClimbs(changes: readonly ScoreChange[]): ReadonlyMap<string, number> {
  const rankIn = (of: readonly ScoreChange[], wanted: string) => {
    const teams = TEAMS.map((teamId) => {
      const points = of.filter((change) => change.teamId === teamId).reduce((sum, change) => sum + change.points, 0)
      return { teamId, teamName: teamId, points, reachedAt: null }
    })
    return rankTeams(teams).find(({ teamId }) => teamId === wanted)?.rank ?? 0
  }
  const ranks = changes.map((change, index) => ({
    ...change,
    before: rankIn(changes.slice(0, index), change.teamId),
    after: rankIn(changes.slice(0, index + 1), change.teamId),
  }))
  return new Map(
    TEAMS.map((teamId) => {
      const own = ranks.filter((one) => one.teamId === teamId)
      const gained = own.flatMap(({ after, madeAt }, index) =>
        own
          .slice(0, index + 1)
          .filter((one) => madeAt - one.madeAt <= 60 * MINUTE)
          .map(({ before }) => before - after),
      )
      return [teamId, Math.max(0, ...gained)]
    }),
  )
}

describe('rule 20: places gained within an hour', () => {
  test('one award may overtake everybody', () => {
    expect(climbs([...rivals, gain('t0', 11, 30)]).get('t0')).toBe(11)
  })

  test('several awards count together only within an hour', () => {
    const twice = (second: number) => climbs([...rivals, gain('t0', 5, 30), gain('t0', 6, second)]).get('t0')
    expect([twice(90), twice(91)]).toEqual([11, 11])
    // From the sixth place to the first, and before that from the twelfth to the sixth.
    const steps = TEAMS.slice(1).map((teamId, index) => gain(teamId, index < 5 ? 10 : 4, 0))
    const inSteps = (second: number) => climbs([...steps, gain('t0', 5, 30), gain('t0', 6, second)]).get('t0')
    expect([inSteps(90), inSteps(91)]).toEqual([11, 6])
  })

  test('what others lose gains no place, and a team that is not followed moves nobody', () => {
    expect(climbs([...rivals, ...rivals.map(({ teamId }) => gain(teamId, -20, 30))]).get('t0')).toBe(0)
    expect(climbs([...rivals, gain('t0', 11, 30)], ['t0', 't1']).get('t0')).toBe(1)
    expect(climbs([gain('unknown', 5, 0)], [])).toEqual(new Map())
  })

  test('it is what the rankings before and after each change say', () => {
    const change = fc.record({
      teamId: fc.constantFrom(...TEAMS),
      points: fc.integer({ min: -3, max: 9 }),
      madeAt: fc.integer({ min: 0, max: 150 }).map((minute) => minute * MINUTE),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (made) => {
        const changes = made.toSorted((a, b) => a.madeAt - b.madeAt)
        expect(climbs(changes)).toEqual(slowClimbs(changes))
      }),
    )
  })

  test('a copy goes on alone', () => {
    const followed = followClimbs(TEAMS)
    for (const change of [...rivals, gain('t0', 5, 30)]) followed.add(change)
    const before = followed.greatest()
    const copy = followed.copy()
    copy.add(gain('t0', 6, 40))
    expect([followed.greatest(), copy.greatest().get('t0')]).toEqual([before, 11])
  })
})
