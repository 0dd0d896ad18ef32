import { describe, expect, test } from 'vitest'
import { findOdd, type OddEntry, type TagRefusal } from '#rules/odd'
import { HOUR, MINUTE, SECOND, times } from '../support/times'

const START = Date.UTC(2026, 4, 9, 10)

const odd = (entries: readonly OddEntry[], refusals?: readonly TagRefusal[]) => {
  const [made, received] = [
    entries.toSorted((a, b) => a.at - b.at),
    entries.toSorted((a, b) => a.receivedAt - b.receivedAt),
  ]
  return findOdd({ made, received }, refusals)
}
const kinds = (entries: readonly OddEntry[]) => odd(entries).map(({ kind }) => kind)

function award(own: Partial<OddEntry>): OddEntry {
  const at = own.at ?? START
  return {
    team_id: 'vukovi',
    vendor_id: 'arkade',
    location: 'Hala A',
    user_id: 'iva',
    nfc_id: null,
    receivedAt: at,
    ...own,
    at,
  }
}
function bonus(own: Partial<OddEntry>): OddEntry {
  return {
    ...award(own),
    vendor_id: null,
    location: '',
    user_id: `igrac-${own.team_id}`,
    nfc_id: own.nfc_id ?? 'zmaj',
  }
}

describe('a shared tag', () => {
  const collected = (count: number, apart: number) =>
    times(count, (team) => bonus({ team_id: `t${team}`, at: START + team * apart }))

  test('is reported if 5 teams collect it within 60 s, with the first of these teams', () => {
    expect(odd(collected(5, 15 * SECOND))).toEqual([
      {
        kind: 'shared_tag',
        nfc_id: 'zmaj',
        team_id: 't0',
        count: 5,
        since: START,
        until: START + MINUTE,
      },
    ])
  })

  test('is not reported with 4 teams, with 5 in more than 60 s, or with 5 tags', () => {
    expect(kinds(collected(4, SECOND))).toEqual([])
    expect(kinds(collected(20, 15 * SECOND + 1))).toEqual([])
    expect(kinds(times(5, (tag) => bonus({ nfc_id: `tag${tag}` })))).toEqual([])
  })

  test('is one entry if the same team is the last of one minute and the first of the next', () => {
    const seconds = [0, 0, 0, 0, 60, 120, 120, 120, 120]
    const entries = seconds.map((second, team) =>
      bonus({ team_id: `t${team}`, at: START + second * SECOND }),
    )
    expect(odd(entries).map(({ count }) => count)).toEqual([9])
  })

  test('is one entry as long as it continues, and a second entry if it happens again later', () => {
    const later = collected(6, SECOND).map((entry) => ({
      ...entry,
      team_id: `u${entry.team_id}`,
      at: entry.at + HOUR,
    }))
    expect(
      odd([...collected(40, 10 * SECOND), ...later]).map(({ count, since }) => [count, since]),
    ).toEqual([
      [6, START + HOUR],
      [40, START],
    ])
  })
})

describe('a team at two places', () => {
  const jumps = (count: number, apart: number) =>
    times(count, (jump) => [
      award({ at: START + jump * HOUR }),
      award({
        at: START + jump * HOUR + apart,
        vendor_id: 'kviz',
        location: 'Hala B',
        user_id: 'mia',
      }),
    ]).flat()

  test('is reported if it gets awards at two locations within 20 s, three times', () => {
    expect(odd(jumps(3, 20 * SECOND))).toEqual([
      {
        kind: 'two_places',
        team_id: 'vukovi',
        count: 3,
        since: START,
        until: START + 2 * HOUR + 20 * SECOND,
      },
    ])
  })

  test('is not reported for two times, over 20 s, one location, an unknown location, or two teams', () => {
    expect(kinds(jumps(2, SECOND))).toEqual([])
    expect(kinds(jumps(9, 20 * SECOND + 1))).toEqual([])
    const elsewhere = (change: (entry: OddEntry) => Partial<OddEntry>) =>
      kinds(jumps(9, SECOND).map((entry) => ({ ...entry, ...change(entry) })))
    expect(elsewhere(() => ({ location: 'Hala A' }))).toEqual([])
    expect(
      elsewhere(({ vendor_id }) => ({ location: vendor_id === 'kviz' ? '' : 'Hala A' })),
    ).toEqual([])
    expect(elsewhere(({ vendor_id }) => ({ team_id: `tim-${vendor_id}` }))).toEqual([])
  })
})

describe('a booth’s favourite', () => {
  const given = (mine: number, others: number) => [
    ...times(mine, (index) => award({ at: START + index * 4 * MINUTE })),
    ...times(others, (index) =>
      award({ team_id: `t${index}`, at: START + index * 2 * MINUTE + SECOND }),
    ),
  ]

  test('is reported if it gets 10 of the booth’s awards in an hour, and more than half of them', () => {
    expect(odd(given(10, 9))).toEqual([
      {
        kind: 'favourite',
        team_id: 'vukovi',
        vendor_id: 'arkade',
        count: 10,
        since: START,
        until: START + 36 * MINUTE,
      },
    ])
  })

  test('is not reported with only 9 awards, only half, two booths, or two hours', () => {
    expect(kinds(given(9, 0))).toEqual([])
    expect(kinds(given(10, 10))).toEqual([])
    const two = given(10, 0).map((entry, index) => ({ ...entry, vendor_id: `b${index % 2}` }))
    expect(kinds(two)).toEqual([])
    expect(
      kinds(given(10, 0).map((entry, index) => award({ at: entry.at + (index % 2) * HOUR }))),
    ).toEqual([])
  })
})

describe('a fast booth', () => {
  const given = (count: number, apart: number) =>
    times(count, (index) => award({ team_id: `t${index}`, at: START + index * apart }))

  test('is reported if one person gives 31 awards in a minute', () => {
    expect(odd(given(31, 1_999))).toEqual([
      {
        kind: 'fast_booth',
        user_id: 'iva',
        vendor_id: 'arkade',
        team_id: 't0',
        count: 31,
        since: START,
        until: START + 30 * 1_999,
      },
    ])
  })

  test('is not reported with 30 awards, with 30 in each minute, or with two people', () => {
    expect(kinds(given(30, 0))).toEqual([])
    expect(kinds(given(120, 2 * SECOND))).toEqual([])
    expect(
      kinds(given(60, 1_900).map((entry, index) => ({ ...entry, user_id: `u${index % 2}` }))),
    ).toEqual([])
  })
})

describe('awards that come long after they were made', () => {
  const RECEIVED = START + 48 * HOUR
  /** Awards made within a span of `over` ms, which one device delivers within milliseconds. */
  const delivered = (count: number, teams: number, over: number, ends = 2 * HOUR) =>
    times(count, (index) => {
      const at = RECEIVED - ends - Math.floor((over * index) / count)
      return award({ team_id: `t${index % teams}`, at, receivedAt: RECEIVED + index })
    })

  test('fault 86: if 280 awards to one team are backdated over two days, all three kinds are reported', () => {
    const about = {
      team_id: 't0',
      vendor_id: 'arkade',
      count: 280,
      since: RECEIVED,
      until: RECEIVED + 279,
    }
    expect(odd(delivered(280, 1, 45 * HOUR))).toEqual([
      { kind: 'favourite', ...about },
      { kind: 'fast_booth', user_id: 'iva', ...about },
      { kind: 'late_burst', user_id: 'iva', ...about },
    ])
  })

  test('are not reported from an honest booth that was offline all day and served many teams', () => {
    expect(odd(delivered(640, 40, 10 * HOUR))).toEqual([])
  })

  test('are a late burst only if thirty of one person’s awards, each over an hour old, arrive within an hour', () => {
    const late = (entries: readonly OddEntry[]) =>
      kinds(entries).filter((kind) => kind === 'late_burst')
    const thirty = delivered(30, 1, 20 * HOUR)
    expect([late(thirty), late(thirty.slice(1))]).toEqual([['late_burst'], []])
    expect(
      late(
        thirty.map((entry, index) =>
          index === 0 ? { ...entry, at: entry.receivedAt - HOUR } : entry,
        ),
      ),
    ).toEqual([])
    expect(
      late(thirty.map((entry, index) => ({ ...entry, receivedAt: RECEIVED + index * 3 * MINUTE }))),
    ).toEqual([])
    expect(late(thirty.map((entry, index) => ({ ...entry, user_id: `u${index % 2}` })))).toEqual([])
  })

  test('are not reported a second time by their receipt if they arrived right after they were made', () => {
    const given = times(31, (index) => award({ at: START + HOUR - 15_500 + index * 1_000 }))
    const slow = given.map((entry) => ({ ...entry, receivedAt: entry.at + 900 }))
    expect(kinds(slow).toSorted()).toEqual(['fast_booth', 'favourite', 'favourite'])
  })
})

describe('an unproven tag', () => {
  const refused = (teams: readonly number[], apart: number) =>
    teams.map((team, index) => ({ nfc_id: 'zmaj', team_id: `t${team}`, at: START + index * apart }))

  test('is reported if 5 teams are refused within an hour; each counts once, and later teams join the entry', () => {
    expect(odd([], refused([0, 1, 2, 3, 4], 15 * MINUTE))).toEqual([
      {
        kind: 'unproven',
        nfc_id: 'zmaj',
        team_id: 't0',
        count: 5,
        since: START,
        until: START + HOUR,
      },
    ])
    const again = refused([0, 0, 1, 2, 3, 0, 4, 5, 6], 10 * MINUTE)
    expect(odd([], again)).toMatchObject([{ count: 7, since: START, until: START + 80 * MINUTE }])
    const later = refused([0, 1, 2, 3, 4], MINUTE).map((one) => ({ ...one, at: one.at + 3 * HOUR }))
    expect(odd([], [...refused([0, 1, 2, 3, 4], MINUTE), ...later])).toHaveLength(2)
  })

  test('is not reported with 4 teams at any number of tries, 5 teams in over an hour, or 5 tags', () => {
    expect(odd([], refused([0, 1, 2, 3, 0, 1, 2, 3], MINUTE))).toEqual([])
    expect(odd([], refused([0, 1, 2, 3, 4], 15 * MINUTE + 1))).toEqual([])
    const ofTags = refused([0, 1, 2, 3, 4], 0).map((one, tag) => ({ ...one, nfc_id: `tag${tag}` }))
    expect(odd([], ofTags)).toEqual([])
  })
})

test('the newest entry is first, regardless of its kind', () => {
  const fast = times(31, (index) => award({ team_id: `t${index}`, at: START + index }))
  const shared = times(5, (team) => bonus({ team_id: `t${team}`, at: START + HOUR }))
  const favourite = times(10, (index) =>
    award({ user_id: `u${index}`, at: START + 3 * HOUR + index * MINUTE }),
  )
  expect(kinds([...fast, ...shared, ...favourite])).toEqual([
    'favourite',
    'shared_tag',
    'fast_booth',
  ])
})
