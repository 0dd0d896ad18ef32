import { describe, expect, test } from 'vitest'
import { findOdd, type OddEntry } from '#rules/odd'
import { HOUR, MINUTE, SECOND, times } from '../support/times'

const START = Date.UTC(2026, 4, 9, 10)

const sorted = (entries: readonly OddEntry[]) => entries.toSorted((a, b) => a.at - b.at)
const kinds = (entries: readonly OddEntry[]) => findOdd(sorted(entries)).map(({ kind }) => kind)

function award(own: Partial<OddEntry>): OddEntry {
  return { team_id: 'vukovi', vendor_id: 'arkade', location: 'Hala A', user_id: 'iva', nfc_id: null, at: START, ...own }
}
function bonus(own: Partial<OddEntry>): OddEntry {
  return { ...award(own), vendor_id: null, location: '', user_id: `igrac-${own.team_id}`, nfc_id: own.nfc_id ?? 'zmaj' }
}

describe('a shared tag', () => {
  const collected = (count: number, apart: number) =>
    times(count, (team) => bonus({ team_id: `t${team}`, at: START + team * apart }))

  test('is one that 5 teams collected within 60 s, the first of them named', () => {
    expect(findOdd(collected(5, 15 * SECOND))).toEqual([
      { kind: 'shared_tag', nfc_id: 'zmaj', team_id: 't0', count: 5, since: START, until: START + MINUTE },
    ])
  })

  test('is none with 4 teams, with 5 in more than 60 s, or with 5 tags', () => {
    expect(kinds(collected(4, SECOND))).toEqual([])
    expect(kinds(collected(20, 15 * SECOND + 1))).toEqual([])
    expect(kinds(times(5, (tag) => bonus({ nfc_id: `tag${tag}` })))).toEqual([])
  })

  test('is one entry if one team ends one minute and begins the next', () => {
    const seconds = [0, 0, 0, 0, 60, 120, 120, 120, 120]
    const entries = seconds.map((second, team) => bonus({ team_id: `t${team}`, at: START + second * SECOND }))
    expect(findOdd(entries).map(({ count }) => count)).toEqual([9])
  })

  test('is one entry for as long as it goes on, and another one later', () => {
    const later = collected(6, SECOND).map((entry) => ({ ...entry, team_id: `u${entry.team_id}`, at: entry.at + HOUR }))
    expect(findOdd([...collected(40, 10 * SECOND), ...later]).map(({ count, since }) => [count, since])).toEqual([
      [6, START + HOUR],
      [40, START],
    ])
  })
})

describe('a team at two places', () => {
  const jumps = (count: number, apart: number) =>
    times(count, (jump) => [
      award({ at: START + jump * HOUR }),
      award({ at: START + jump * HOUR + apart, vendor_id: 'kviz', location: 'Hala B', user_id: 'mia' }),
    ]).flat()

  test('got awards of booths at two locations within 20 s, three times', () => {
    expect(findOdd(jumps(3, 20 * SECOND))).toEqual([
      { kind: 'two_places', team_id: 'vukovi', count: 3, since: START, until: START + 2 * HOUR + 20 * SECOND },
    ])
  })

  test('is nothing odd twice, in more than 20 s, at one location, at an unknown one, or for two teams', () => {
    expect(kinds(jumps(2, SECOND))).toEqual([])
    expect(kinds(jumps(9, 20 * SECOND + 1))).toEqual([])
    const elsewhere = (change: (entry: OddEntry) => Partial<OddEntry>) =>
      kinds(jumps(9, SECOND).map((entry) => ({ ...entry, ...change(entry) })))
    expect(elsewhere(() => ({ location: 'Hala A' }))).toEqual([])
    expect(elsewhere(({ vendor_id }) => ({ location: vendor_id === 'kviz' ? '' : 'Hala A' }))).toEqual([])
    expect(elsewhere(({ vendor_id }) => ({ team_id: `tim-${vendor_id}` }))).toEqual([])
  })
})

describe('a booth’s favourite', () => {
  const given = (mine: number, others: number) => [
    ...times(mine, (index) => award({ at: START + index * 4 * MINUTE })),
    ...times(others, (index) => award({ team_id: `t${index}`, at: START + index * 2 * MINUTE + SECOND })),
  ]

  test('got 10 awards in an hour, and more than half', () => {
    expect(findOdd(sorted(given(10, 9)))).toEqual([
      ...[{ kind: 'favourite', team_id: 'vukovi', vendor_id: 'arkade', count: 10, since: START, until: START + 36 * MINUTE }],
    ])
  })

  test('did not get only 9, or only half, or from two booths, or in two hours', () => {
    expect(kinds(given(9, 0))).toEqual([])
    expect(kinds(given(10, 10))).toEqual([])
    const two = given(10, 0).map((entry, index) => ({ ...entry, vendor_id: `b${index % 2}` }))
    expect(kinds(two)).toEqual([])
    expect(kinds(given(10, 0).map((entry, index) => ({ ...entry, at: entry.at + (index % 2) * HOUR })))).toEqual([])
  })
})

describe('a fast booth', () => {
  const given = (count: number, apart: number) =>
    times(count, (index) => award({ team_id: `t${index}`, at: START + index * apart }))

  test('is one where somebody gave 31 awards in a minute', () => {
    expect(findOdd(given(31, 1_999))).toEqual([
      { kind: 'fast_booth', user_id: 'iva', vendor_id: 'arkade', count: 31, since: START, until: START + 30 * 1_999 },
    ])
  })

  test('is none with 30 awards, with 30 in each minute, or with two people', () => {
    expect(kinds(given(30, 0))).toEqual([])
    expect(kinds(given(120, 2 * SECOND))).toEqual([])
    expect(kinds(given(60, 1_900).map((entry, index) => ({ ...entry, user_id: `u${index % 2}` })))).toEqual([])
  })
})

describe('an unproven tag', () => {
  const refused = (teams: readonly number[], apart: number) =>
    teams.map((team, index) => ({ nfc_id: 'zmaj', team_id: `t${team}`, at: START + index * apart }))

  test('refused 5 teams within an hour, each of them counted once, and goes on as one', () => {
    expect(findOdd([], refused([0, 1, 2, 3, 4], 15 * MINUTE))).toEqual([
      { kind: 'unproven', nfc_id: 'zmaj', team_id: 't0', count: 5, since: START, until: START + HOUR },
    ])
    const again = refused([0, 0, 1, 2, 3, 0, 4, 5, 6], 10 * MINUTE)
    expect(findOdd([], again)).toMatchObject([{ count: 7, since: START, until: START + 80 * MINUTE }])
    const later = refused([0, 1, 2, 3, 4], MINUTE).map((one) => ({ ...one, at: one.at + 3 * HOUR }))
    expect(findOdd([], [...refused([0, 1, 2, 3, 4], MINUTE), ...later])).toHaveLength(2)
  })

  test('is none with 4 teams, however often, with 5 in more than an hour, or with 5 tags', () => {
    expect(findOdd([], refused([0, 1, 2, 3, 0, 1, 2, 3], MINUTE))).toEqual([])
    expect(findOdd([], refused([0, 1, 2, 3, 4], 15 * MINUTE + 1))).toEqual([])
    const ofTags = refused([0, 1, 2, 3, 4], 0).map((one, tag) => ({ ...one, nfc_id: `tag${tag}` }))
    expect(findOdd([], ofTags)).toEqual([])
  })
})

test('the newest is first, whatever its kind', () => {
  const fast = times(31, (index) => award({ team_id: `t${index}`, at: START + index }))
  const shared = times(5, (team) => bonus({ team_id: `t${team}`, at: START + HOUR }))
  const favourite = times(10, (index) => award({ user_id: `u${index}`, at: START + 3 * HOUR + index * MINUTE }))
  expect(kinds([...fast, ...shared, ...favourite])).toEqual(['favourite', 'shared_tag', 'fast_booth'])
})
