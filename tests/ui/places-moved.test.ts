import { expect, test } from 'vitest'
import {
  afterHourly,
  type LastHour,
  placesGained,
} from '../../src/features/public-ranking/use-ranking'

const MINUTE = 60_000
const START = Date.UTC(2026, 4, 9, 12)

const ranking = (ids: string, frozen_at: string | null = null) => ({
  frozen_at,
  teams: [...ids].map((team_id, index) => ({
    team_id,
    team_name: team_id,
    points: 90 - index,
    rank: index + 1,
    member_count: 1,
  })),
})

/** The memory after readings of these teams, each at its number of minutes after the start. */
const read = (...readings: readonly (readonly [minutes: number, ids: string, frozen?: string])[]) =>
  readings.reduce<LastHour>(
    (seen, [minutes, ids, frozen]) =>
      afterHourly(seen, ranking(ids, frozen), START + minutes * MINUTE),
    [],
  )

const gained = (seen: LastHour, ids: string) =>
  ranking(ids).teams.map((team) => placesGained(seen, team))

test('a team that rises shows by how many places, and each team that it passed has lost one', () => {
  expect(gained(read([0, 'abcd'], [1, 'dabc']), 'dabc')).toEqual([3, -1, -1, -1])
})

test('a ranking older than an hour is forgotten, no matter how many readings followed', () => {
  const often = Array.from(
    { length: 600 },
    (_, minute) => [minute, minute < 300 ? 'abcd' : 'dabc'] as const,
  )
  expect(gained(read(...often.slice(0, 330)), 'dabc')).toEqual([3, -1, -1, -1])
  const later = read(...often)
  expect(gained(later, 'dabc')).toEqual([0, 0, 0, 0])
  expect(later.length, 'readings that are remembered').toBeLessThanOrEqual(13)
})

test('yesterday’s ranking, which the device has stored, moves nobody', () => {
  expect(gained(read([-24 * 60, 'abcd'], [0, 'dcba']), 'dcba')).toEqual([0, 0, 0, 0])
})

test('rule 16: neither a freeze nor its reveal shows any place as gained or lost', () => {
  const frozen = read([0, 'abcd'], [5, 'abcd', '2026-05-09T12:05:00.000Z'])
  expect(gained(frozen, 'abcd')).toEqual([0, 0, 0, 0])
  const revealed = afterHourly(frozen, ranking('dcba'), START + 10 * MINUTE)
  expect(gained(revealed, 'dcba')).toEqual([0, 0, 0, 0])
})

test('a team without points has no place to gain or lose', () => {
  const none = { team_id: 'a', team_name: 'a', points: 0, rank: 1, member_count: 1 }
  const seen = afterHourly([], { frozen_at: null, teams: [none] }, START)
  expect(placesGained(seen, { ...none, points: 5, rank: 4 })).toBe(0)
  expect(placesGained(read([0, 'abcd']), { ...none, rank: 4 })).toBe(0)
})
