import { expect, test } from 'vitest'
import { troublesOf } from '../../src/features/organiser/booth-troubles'

const NOW = Date.parse('2026-05-09T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

type Booth = Parameters<typeof troublesOf>[0]
type Staff = Booth['staff'][number]

function person(nickname: string, seen: number | null, waiting: number | null = null): Staff {
  return { user_id: nickname, nickname, last_seen_at: seen === null ? null : minutesAgo(seen), waiting }
}

function troubles(staff: readonly Staff[], refused_last_hour = 0): string[] {
  const booth = {
    vendor_id: 'arkade',
    name: 'Arkadna zona',
    location: 'Hala A',
    awards_last_hour: 3,
    last_award_at: minutesAgo(5),
  }
  return troublesOf({ ...booth, refused_last_hour, staff: [...staff] }, NOW)
}

test('a booth is silent once none of its devices has called for ten minutes', () => {
  expect(troubles([person('iva', 9), person('luka', 300)])).toEqual([])
  expect(troubles([person('iva', 11), person('luka', 300)])).toEqual([
    'Arkadna zona: nijedan uređaj se ne javlja, zadnji prije 11 minuta',
  ])
  // Nobody has ever signed in: it does not play yet.
  expect(troubles([person('iva', null)])).toEqual([])
})

test('a device that does not come back is named, with the number of awards that it last said', () => {
  expect(troubles([person('iva', 45, 3), person('luka', 1, 0)])).toEqual(['Arkadna zona: 3 dodjele čekaju na uređaju osobe iva'])
})

test('refusals are told once they pile up', () => {
  expect(troubles([person('iva', 1)], 4)).toEqual([])
  expect(troubles([person('iva', 1)], 5)).toEqual(['Arkadna zona: 5 odbijenih dodjela u zadnjem satu'])
})
