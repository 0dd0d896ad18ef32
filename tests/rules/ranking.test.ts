import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStandings, rankTeams, type Standing } from '#rules/ranking'

function team(teamName: string, points: number, reachedAt: number | null = null): Standing {
  return { teamId: teamName, teamName, points, reachedAt }
}

const shown = (teams: readonly Standing[]) => rankTeams(teams).map(({ teamName, rank }) => [teamName, rank])
const namesInOrder = (names: readonly string[]) => rankTeams(names.map((name) => team(name, 0))).map(({ teamName }) => teamName)

const standing = fc.record({
  teamId: fc.uuid(),
  teamName: fc.string({ unit: fc.constantFrom(...'abcčćdđsšzž 012'), minLength: 2, maxLength: 6 }),
  points: fc.integer({ min: -3, max: 5 }),
  reachedAt: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
})

describe('rule 8: ranking', () => {
  test('equal teams share a rank and the next one skips: 1, 2, 2, 4', () => {
    const teams = [team('četvrti', 5), team('drugi', 20, 1), team('prvi', 30), team('i drugi', 20, 2)]
    expect(shown(teams)).toEqual([
      ['prvi', 1],
      ['drugi', 2],
      ['i drugi', 2],
      ['četvrti', 4],
    ])
  })

  test('without points all teams are first', () => {
    expect(shown([team('b', 0), team('a', 0)])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  test('without teams the ranking is empty', () => {
    expect(rankTeams([])).toEqual([])
  })

  test('a team below zero ranks behind one without points', () => {
    expect(shown([team('minus', -5, 1), team('nula', 0)])).toEqual([
      ['nula', 1],
      ['minus', 2],
    ])
  })

  test('equal teams are listed by who reached the score first, whatever their names', () => {
    expect(shown([team('a', 10, 2_000), team('b', 10, 1_000)])).toEqual([
      ['b', 1],
      ['a', 1],
    ])
  })

  test('a team that reached a score is listed before an equal team without any award', () => {
    expect(shown([team('a', 0), team('b', 0, 1_000)]).map(([name]) => name)).toEqual(['b', 'a'])
  })

  test.each([
    ['č after c and before ć, ć before d', ['Ćuk', 'Čuk', 'Cuk', 'Duk'], ['Cuk', 'Čuk', 'Ćuk', 'Duk']],
    ['dž after d, and đ after dž', ['Đak', 'Dak', 'Džak'], ['Dak', 'Džak', 'Đak']],
    ['š after s, ž after z', ['Žir', 'Šik', 'Zir', 'Sik', 'Tik'], ['Sik', 'Šik', 'Tik', 'Zir', 'Žir']],
    ['lj after l, nj after n', ['Ljut', 'Luk', 'Njuh', 'Nula'], ['Luk', 'Ljut', 'Nula', 'Njuh']],
    ['numbers by their value', ['Tim 10', 'Tim 9'], ['Tim 9', 'Tim 10']],
  ])('teams that reached the same score at the same time are listed by name in Croatian order: %s', (_what, typed, ordered) => {
    expect(namesInOrder(typed)).toEqual(ordered)
  })

  test('other fields of a team are kept', () => {
    expect(rankTeams([{ ...team('a', 1), memberCount: 3 }])).toMatchObject([{ memberCount: 3, rank: 1 }])
  })

  test('the ranking does not depend on the input order and does not change its input', () => {
    fc.assert(
      fc.property(fc.uniqueArray(standing, { selector: (one) => one.teamId, maxLength: 12 }), (teams) => {
        const before = structuredClone(teams)
        expect(rankTeams([...teams].reverse())).toEqual(rankTeams(teams))
        expect(teams).toEqual(before)
      }),
    )
  })

  test('a rank is one more than the number of teams that have more points', () => {
    fc.assert(
      fc.property(fc.uniqueArray(standing, { selector: (one) => one.teamId, maxLength: 12 }), (teams) => {
        for (const ranked of rankTeams(teams)) {
          expect(ranked.rank).toBe(1 + teams.filter((other) => other.points > ranked.points).length)
        }
      }),
    )
  })

  test('teams that are equal in everything stand in the order of their ids', () => {
    const [a, b] = [
      { ...team('Vukovi', 5, 1), teamId: 'a' },
      { ...team('Vukovi', 5, 1), teamId: 'b' },
    ]
    for (const teams of [
      [a, b],
      [b, a],
    ])
      expect(rankTeams(teams).map(({ teamId }) => teamId)).toEqual(['a', 'b'])
  })

  test('the order of the list is total', () => {
    fc.assert(
      fc.property(standing, standing, (a, b) => {
        if (a.teamId === b.teamId) return
        expect(Math.sign(compareStandings(a, b))).toBe(-Math.sign(compareStandings(b, a)))
        expect(compareStandings(a, b)).not.toBe(0)
      }),
    )
  })
})
