import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placesUpTo } from '#rules/prizes'
import { compareStandings, countsFrom, rankTeams, type Standing } from '#rules/ranking'

function team(team_name: string, points: number, reached_at: number | null = null): Standing {
  return { team_id: team_name, team_name, points, reached_at }
}

const namesInOrder = (names: readonly string[]) =>
  rankTeams(names.map((name) => team(name, 0))).map(({ team_name }) => team_name)

test('rule 8: an entry counts from when it was made, a bonus from its receipt unless its time is confirmed', () => {
  const from = (kind: 'award' | 'bonus' | 'adjustment', isConfirmed: boolean) =>
    countsFrom({ kind, awarded_at: 1, received_at: 2 }, isConfirmed)
  expect([
    from('award', false),
    from('adjustment', false),
    from('bonus', false),
    from('bonus', true),
  ]).toEqual([1, 1, 2, 1])
})

const entry = fc.record({
  team_id: fc.uuid(),
  team_name: fc.string({ unit: fc.constantFrom(...'abcčćdđsšzž 012'), minLength: 2, maxLength: 6 }),
  points: fc.integer({ min: -3, max: 5 }),
  reached_at: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
})

describe('rule 8: ranking', () => {
  test.each([
    [
      'equal teams share a rank and the next one skips: 1, 2, 2, 4',
      [team('četvrti', 5), team('drugi', 20, 1), team('prvi', 30), team('i drugi', 20, 2)],
      ['1 prvi', '2 drugi', '2 i drugi', '4 četvrti'],
    ],
    ['without points all teams are first', [team('b', 0), team('a', 0)], ['1 a', '1 b']],
    ['without teams the ranking is empty', [], []],
    [
      'a team below zero ranks behind one without points',
      [team('minus', -5, 1), team('nula', 0)],
      ['1 nula', '2 minus'],
    ],
    [
      'equal teams are listed by the time at which they reached the score',
      [team('a', 10, 2_000), team('b', 10, 1_000)],
      ['1 b', '1 a'],
    ],
    [
      'a score reached by an award is before an equal one without an award',
      [team('a', 0), team('b', 0, 1_000)],
      ['1 b', '1 a'],
    ],
  ])('%s', (_what, teams, ranked) => {
    expect(rankTeams(teams).map(({ team_name, rank }) => `${rank} ${team_name}`)).toEqual(ranked)
  })

  test.each([
    [
      'č after c and before ć, ć before d',
      ['Ćuk', 'Čuk', 'Cuk', 'Duk'],
      ['Cuk', 'Čuk', 'Ćuk', 'Duk'],
    ],
    ['dž after d, and đ after dž', ['Đak', 'Dak', 'Džak'], ['Dak', 'Džak', 'Đak']],
    [
      'š after s, ž after z',
      ['Žir', 'Šik', 'Zir', 'Sik', 'Tik'],
      ['Sik', 'Šik', 'Tik', 'Zir', 'Žir'],
    ],
    ['lj after l, nj after n', ['Ljut', 'Luk', 'Njuh', 'Nula'], ['Luk', 'Ljut', 'Nula', 'Njuh']],
    ['numbers by their value', ['Tim 10', 'Tim 9'], ['Tim 9', 'Tim 10']],
  ])(
    'teams that reached the same score at the same time are listed by name in Croatian order: %s',
    (_what, typed, ordered) => {
      expect(namesInOrder(typed)).toEqual(ordered)
    },
  )

  test('the ranking does not depend on the input order and does not change its input', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: (one) => one.team_id, maxLength: 12 }),
        (teams) => {
          const before = structuredClone(teams)
          expect(rankTeams([...teams].reverse())).toEqual(rankTeams(teams))
          expect(teams).toEqual(before)
        },
      ),
    )
  })

  test('a rank is one more than the number of teams that have more points', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: (one) => one.team_id, maxLength: 12 }),
        (teams) => {
          for (const ranked of rankTeams(teams)) {
            expect(ranked.rank).toBe(
              1 + teams.filter((other) => other.points > ranked.points).length,
            )
          }
        },
      ),
    )
  })

  test('the order of the list is total: it never depends on the input', () => {
    fc.assert(
      fc.property(entry, entry, (a, b) => {
        if (a.team_id === b.team_id) return
        expect(Math.sign(compareStandings(a, b))).toBe(-Math.sign(compareStandings(b, a)))
        expect(compareStandings(a, b)).not.toBe(0)
      }),
    )
  })
})

const placed = (rank: number, points: number) => ({ rank, points })

test('rule 8: prizes go to the first places, including all teams that share the last of them', () => {
  const ranked = [placed(1, 90), placed(2, 70), placed(2, 70), placed(4, 10)]
  expect(placesUpTo(ranked, 2).map(({ rank, shared }) => [rank, shared])).toEqual([
    [1, false],
    [2, true],
    [2, true],
  ])
  expect(placesUpTo(ranked, 3)).toHaveLength(3)
  expect(placesUpTo(ranked, 4)).toHaveLength(4)
})

test('a team without points has no place, even if there are few teams', () => {
  expect(placesUpTo([placed(1, 5), placed(2, 0), placed(2, 0)], 3)).toEqual([
    { rank: 1, points: 5, shared: false },
  ])
  expect(placesUpTo([], 3)).toEqual([])
})
