import { describe, expect, test } from 'vitest'
import { hallOf } from '#rules/hall'
import { nextBooth } from '#rules/next-booth'

const SEEN = {
  kviz: {
    vendor_id: 'kviz',
    name: 'Kvizionica',
    location: 'Hala B, štand 1',
    point_types: [type('kviz', 15), type('dolazak', 1)],
  },
  arkade: { vendor_id: 'arkade', name: 'Arkadna zona', location: 'Hala A', point_types: [type('pobjeda', 25)] },
  strip: {
    vendor_id: 'strip',
    name: 'Strip',
    location: 'Hala A, štand 2',
    point_types: [type('radionica', 25), type('dolazak', 1)],
  },
  info: { vendor_id: 'info', name: 'Info', location: '', point_types: [] },
  tiho: { vendor_id: 'tiho', name: 'Tiho', location: 'Hala B', point_types: [type('nula', 0)] },
}
const BOOTHS = Object.values(SEEN)

function type(point_type: string, points: number) {
  return { point_type, points }
}

/** Pauses by booth and point type, in seconds. */
function next(pauses: Readonly<Record<string, number>>, hall: string | null, booths = BOOTHS) {
  const found = nextBooth(booths, ({ vendor_id }, { point_type }) => pauses[`${vendor_id} ${point_type}`] ?? 0, hall)
  return found && [found.booth.vendor_id, found.points, found.seconds]
}

describe('the next booth', () => {
  test('gives most of all whose pause is over; equal ones stand in the order of the organiser', () => {
    expect(next({}, null)).toEqual(['arkade', 25, 0])
    expect(next({ 'arkade pobjeda': 60 }, null)).toEqual(['strip', 25, 0])
  })

  test('is in the hall of the last award, if anything is free there', () => {
    expect(next({}, 'Hala B')).toEqual(['kviz', 15, 0])
    expect(next({ 'kviz kviz': 60 }, 'Hala B')).toEqual(['kviz', 1, 0])
    expect(next({ 'kviz kviz': 60, 'kviz dolazak': 60 }, 'Hala B')).toEqual(['arkade', 25, 0])
  })

  test('promises only what is free there', () => {
    expect(next({ 'strip radionica': 60, 'arkade pobjeda': 60 }, 'Hala A')).toEqual(['strip', 1, 0])
  })

  test('is the one that is free soonest while everything cools down, wherever it is', () => {
    const all = { 'kviz kviz': 300, 'kviz dolazak': 61, 'arkade pobjeda': 90, 'strip radionica': 600, 'strip dolazak': 900 }
    expect(next(all, 'Hala A')).toEqual(['kviz', 1, 61])
    const alike = Object.fromEntries(Object.keys(all).map((pause) => [pause, 60]))
    expect(next(alike, 'Hala B')).toEqual(['arkade', 25, 60])
  })

  test('is none in an event whose booths give nothing', () => {
    expect(next({}, 'Hala A', [])).toBeNull()
    expect(next({}, 'Hala A', [SEEN.info, SEEN.tiho])).toBeNull()
  })

  test('a hall is what stands before the comma', () => {
    expect(['Hala B, pozornica', 'Ulaz', ' Hala A ,x', ''].map(hallOf)).toEqual(['Hala B', 'Ulaz', 'Hala A', ''])
  })
})
