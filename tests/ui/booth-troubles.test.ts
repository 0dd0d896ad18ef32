import { expect, test } from 'vitest'
import { boothTroubles } from '../../src/features/organiser/booth-troubles'

const NOW = Date.parse('2026-05-09T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

type Booth = Parameters<typeof boothTroubles>[0][number]
type Staff = Booth['staff'][number]

function person(nickname: string, seen: number | null, waiting: number | null = null): Staff {
  const names = { user_id: nickname, nickname, first_name: nickname, last_name: 'Horvat', mobile: '+385911000001' }
  return { ...names, signed_in: seen !== null, last_seen_at: seen === null ? null : minutesAgo(seen), waiting }
}

function booth(name: string, staff: readonly Staff[], refused_last_hour = 0): Booth {
  const other = { vendor_id: name, location: 'Hala A', awards_last_hour: 3, last_award_at: minutesAgo(5) }
  return { ...other, name, refused_last_hour, staff: [...staff] }
}

const troubles = (...of: Parameters<typeof booth>[]) =>
  boothTroubles(
    of.map((one) => booth(...one)),
    NOW,
  )

test('a booth is silent once none of its devices has called for ten minutes', () => {
  expect(troubles(['Arkade', [person('iva', 9), person('luka', 300)]])).toEqual([])
  expect(troubles(['Arkade', [person('iva', 11), person('luka', 300)]])).toEqual([
    'Arkade: nijedan se uređaj ne javlja, zadnji put prije 11 minuta',
  ])
  // Nobody has ever signed in: it does not play yet.
  expect(troubles(['Arkade', [person('iva', null)]])).toEqual([])
})

test('a device that does not come back is named, with when it called and the number of awards that it last said', () => {
  expect(troubles(['Arkade', [person('iva', 45, 3), person('luka', 1, 0)]])).toEqual([
    'Arkade: 3 dodjele čekaju na uređaju osobe iva (javio se prije 45 minuta)',
  ])
  expect(troubles(['Arkade', [person('iva', 2, 1)]])).toEqual(['Arkade: 1 dodjela čeka na uređaju osobe iva'])
})

test('refusals are told once they pile up', () => {
  expect(troubles(['Arkade', [person('iva', 1)], 4])).toEqual([])
  expect(troubles(['Arkade', [person('iva', 1)], 5])).toEqual(['Arkade: 5 odbijenih dodjela u zadnjem satu'])
})

test('a silent booth that holds awards is named before all others, then silent ones, then what waits, then refusals', () => {
  expect(
    troubles(
      ['Odbijeni', [person('a', 1)], 7],
      ['Na vezi', [person('b', 1, 2)]],
      ['Prazna ruka', [person('c', 30, 0)]],
      ['Puna ruka', [person('d', 20, 5), person('e', 25, 1), person('f', null)]],
    ),
  ).toEqual([
    'Puna ruka: nijedan se uređaj ne javlja, zadnji put prije 20 minuta; 5 dodjela čeka na uređaju osobe d; 1 dodjela čeka na uređaju osobe e (javio se prije 25 minuta)',
    'Prazna ruka: nijedan se uređaj ne javlja, zadnji put prije 30 minuta',
    'Na vezi: 2 dodjele čekaju na uređaju osobe b',
    'Odbijeni: 7 odbijenih dodjela u zadnjem satu',
  ])
})
