import { describe, expect, test } from 'vitest'
import { hallOf } from '#rules/hall'
import { nextBooth } from '#rules/next-booth'

const SEEN = {
  kviz: booth('kviz', 'Hala B, štand 1', { kviz: 15, dolazak: 1 }),
  arkade: booth('arkade', 'Hala A', { pobjeda: 25 }),
  strip: booth('strip', 'Hala A, štand 2', { radionica: 25, dolazak: 1 }),
  info: booth('info', '', {}),
  tiho: booth('tiho', 'Hala B', { nula: 0 }),
}
const BOOTHS = Object.values(SEEN)

function booth(vendor_id: string, location: string, types: Readonly<Record<string, number>>) {
  const point_types = Object.entries(types).map(([point_type, points]) => ({ point_type, points }))
  return { vendor_id, name: vendor_id, location, point_types }
}

/** The next booth for a team. `pauses` has the seconds left by booth and point type. */
function next(pauses: Readonly<Record<string, number>>, hall: string | null, booths = BOOTHS) {
  const found = nextBooth(
    booths,
    ({ vendor_id }, { point_type }) => pauses[`${vendor_id} ${point_type}`] ?? 0,
    hall,
  )
  return found && [found.booth.vendor_id, found.points, found.seconds]
}

describe('the next booth', () => {
  test('is the one that can give most points now; equal booths are in the organiser’s order', () => {
    expect(next({}, null)).toEqual(['arkade', 25, 0])
    expect(next({ 'arkade pobjeda': 60 }, null)).toEqual(['strip', 25, 0])
  })

  test('is in the hall of the last award if a booth there can give points now', () => {
    expect(next({}, 'Hala B')).toEqual(['kviz', 15, 0])
    expect(next({ 'kviz kviz': 60 }, 'Hala B')).toEqual(['kviz', 1, 0])
    expect(next({ 'kviz kviz': 60, 'kviz dolazak': 60 }, 'Hala B')).toEqual(['arkade', 25, 0])
  })

  test('is suggested with the points that it can give now, not with those of a running cooldown', () => {
    expect(next({ 'strip radionica': 60, 'arkade pobjeda': 60 }, 'Hala A')).toEqual(['strip', 1, 0])
  })

  test('is the one whose cooldown ends first, in any hall, if all point types are cooling down', () => {
    const all = {
      'kviz kviz': 300,
      'kviz dolazak': 61,
      'arkade pobjeda': 90,
      'strip radionica': 600,
      'strip dolazak': 900,
    }
    expect(next(all, 'Hala A')).toEqual(['kviz', 1, 61])
    const alike = Object.fromEntries(Object.keys(all).map((pause) => [pause, 60]))
    expect(next(alike, 'Hala B')).toEqual(['arkade', 25, 60])
  })

  test('does not exist if no booth gives points', () => {
    expect(next({}, 'Hala A', [])).toBeNull()
    expect(next({}, 'Hala A', [SEEN.info, SEEN.tiho])).toBeNull()
  })

  test('a hall is the part of a location before the comma', () => {
    expect(['Hala B, pozornica', 'Ulaz', ' Hala A ,x', ''].map(hallOf)).toEqual([
      'Hala B',
      'Ulaz',
      'Hala A',
      '',
    ])
  })
})
