import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADJUSTMENT_TYPE, type Award } from '#contract/entities'
import { followTimeZone } from '#lib/server-clock'
import { bestHour, clockHours, indexOfPage, storyPages } from '../../src/features/team/story-dialog'
import { eveningEnd } from '../../src/features/team/story-offer'
import { awardOf } from '../support/entities'

const MINUTE = 60_000
const NOON = new Date(2026, 4, 9, 12).getTime()

function award(minutes: number, points: number, more: Partial<Award> = {}): Award {
  const awarded_at = new Date(NOON + minutes * MINUTE).toISOString()
  return awardOf({ award_id: `${minutes}`, points, awarded_at, received_at: awarded_at, ...more })
}

const vendors = ['arkade', 'kviz', 'tamnica'].map((vendor_id) => ({
  vendor_id,
  name: vendor_id,
  location: '',
  description: '',
  point_types: [],
}))
const points = {
  points: 0,
  rank: 4,
  awards: [] as Award[],
  more: false,
  booths: [],
  medals: [] as string[],
}

test('the best hour has the most points, or is the earlier of equal ones, and may end at 24', () => {
  const awards = [award(5, 20), award(59, 5), award(60, 24), award(130, 25), award(200, 3)]
  fc.assert(
    fc.property(fc.shuffledSubarray(awards, { minLength: awards.length }), (shuffled) => {
      expect(bestHour(shuffled)).toEqual({ from: NOON, points: 25 })
    }),
  )
  expect(clockHours({ from: NOON, points: 25 })).toEqual([12, 13])
  expect(clockHours({ from: new Date(2026, 4, 9, 23).getTime(), points: 1 })).toEqual([23, 24])
  expect(clockHours({ from: new Date(2026, 4, 9).getTime(), points: 1 })).toEqual([0, 1])
})

test('voided awards and the organiser’s adjustments do not count for the best hour', () => {
  expect(
    bestHour([
      award(1, 90, { voided: true }),
      award(70, 80, { point_type: ADJUSTMENT_TYPE }),
      award(130, 5),
    ]),
  ).toEqual({
    from: NOON + 120 * MINUTE,
    points: 5,
  })
  expect(bestHour([award(1, 9, { voided: true })])).toBeNull()
})

test('an evening has four pages and ends with the place and its picture', () => {
  const played = {
    ...points,
    awards: [award(1, 25)],
    medals: ['svi', 'prvi', 'of a newer server'],
    booths: [
      { vendor_id: 'kviz', awards: 1, points: 15 },
      { vendor_id: 'arkade', awards: 2, points: 50 },
      { vendor_id: 'tamnica', awards: 1, points: 0 },
    ],
  }
  expect(storyPages(played, vendors)).toEqual([
    { kind: 'booths', visited: 2, all: 3, best: { name: 'arkade', points: 50 } },
    { kind: 'hour', best: { from: NOON, points: 25 } },
    { kind: 'medals', medals: ['prvi', 'svi'] },
    { kind: 'place' },
  ])
})

test('no best hour is shown while older awards have not been loaded', () => {
  const pages = storyPages(
    { ...points, awards: [award(1, 25)], more: true, medals: ['prvi'] },
    vendors,
  )
  expect(pages.map(({ kind }) => kind)).toEqual(['medals', 'place'])
})

test('a reader stays on the same page when the best hour is inserted before it', () => {
  const loading = { ...points, awards: [award(1, 25)], more: true, medals: ['prvi'] }
  const [before, after] = [true, false].map((more) => storyPages({ ...loading, more }, vendors))
  expect(indexOfPage(before ?? [], 'place')).toBe(1)
  expect(indexOfPage(after ?? [], 'place')).toBe(2)
  expect(indexOfPage(after ?? [], 'quiet'), 'a page that is gone').toBe(0)
})

test('a team without points gets a short story', () => {
  expect(storyPages(points, vendors).map(({ kind }) => kind)).toEqual(['quiet', 'place'])
})

test('rule 16: the evening is shown once the event is over, and never before a frozen ranking is revealed', () => {
  const ends_at = new Date(NOON).toISOString()
  expect(eveningEnd({ ends_at, frozen: false })).toBe(NOON)
  expect(eveningEnd({ ends_at, frozen: true })).toBeNull()
  expect(eveningEnd({ ends_at: null, frozen: false })).toBeNull()
  expect(eveningEnd({}), 'an older server').toBeNull()
})

test('the story counts and shows hours in the event’s time zone, wherever the phone is', () => {
  followTimeZone('America/New_York')
  expect(clockHours({ from: Date.parse('2026-05-09T03:00:00Z'), points: 1 })).toEqual([23, 24])
  // A full hour in India is half past an hour in the zone of `NOON`.
  followTimeZone('Asia/Kolkata')
  const half = 30
  expect(bestHour([award(half - 1, 20), award(half + 59, 15), award(half, 10)])).toEqual({
    from: NOON + half * MINUTE,
    points: 25,
  })
})
