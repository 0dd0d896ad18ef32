import { expect, test } from 'vitest'
import { boothTroubles } from '../../src/features/organiser/booth-troubles'

const NOW = Date.parse('2026-05-09T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

type Overview = Parameters<typeof boothTroubles>[0]
type Booth = Overview['booths'][number]
type Staff = Booth['staff'][number]

function person(nickname: string, seen: number | null, waiting: number | null = null): Staff {
  const names = { user_id: nickname, nickname, first_name: nickname, last_name: 'Horvat', mobile: '+385911000001' }
  return { ...names, signed_in: seen !== null, last_seen_at: seen === null ? null : minutesAgo(seen), waiting }
}

function booth(name: string, staff: readonly Staff[], refused_last_hour = 0): Booth {
  const other = { vendor_id: name, location: 'Hala A', closed: false, awards_last_hour: 3, last_award_at: minutesAgo(5) }
  return { ...other, name, refused_last_hour, staff: [...staff] }
}

/** An event that began three hours ago, unless said otherwise. */
const troublesAt = (event: Partial<Overview['event']>, ...of: Parameters<typeof booth>[]) =>
  boothTroubles({ booths: of.map((one) => booth(...one)), event: { starts_at: minutesAgo(180), ends_at: null, ...event } }, NOW)
const troubles = (...of: Parameters<typeof booth>[]) => troublesAt({}, ...of).map(({ text }) => text)

test('a booth is silent once none of its devices has called for ten minutes', () => {
  expect(troubles(['Arkade', [person('iva', 9), person('luka', 300)]])).toEqual([])
  expect(troubles(['Arkade', [person('iva', 11), person('luka', 300)]])).toEqual([
    'Arkade: nijedan uređaj nije povezan, posljednji put prije 11 minuta',
  ])
})

test('a device that does not come back is named, with when it called and the number of awards that it last said', () => {
  expect(troubles(['Arkade', [person('iva', 45, 3), person('luka', 1, 0)]])).toEqual([
    'Arkade: Na uređaju (iva) čekaju 3\u00a0dodjele, posljednji put povezan prije 45 minuta',
  ])
  expect(troubles(['Arkade', [person('iva', 2, 1)]])).toEqual(['Arkade: Na uređaju (iva) čeka 1\u00a0dodjela'])
})

test('refusals are told once they pile up', () => {
  expect(troubles(['Arkade', [person('iva', 1)], 4])).toEqual([])
  expect(troubles(['Arkade', [person('iva', 1)], 5])).toEqual(['Arkade: 5\u00a0odbijenih dodjela u posljednjih sat vremena'])
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
    'Puna ruka: nijedan uređaj nije povezan, posljednji put prije 20 minuta · Na uređaju (d) čeka 5\u00a0dodjela · Na uređaju (e) čeka 1\u00a0dodjela, posljednji put povezan prije 25 minuta',
    'Prazna ruka: nijedan uređaj nije povezan, posljednji put prije 30 minuta',
    'Na vezi: Na uređaju (b) čekaju 2\u00a0dodjele',
    'Odbijeni: 7\u00a0odbijenih dodjela u posljednjih sat vremena',
  ])
})

test('from an hour before the start until the end, a booth to which nobody has ever signed in is a trouble that leads to it', () => {
  const nobody = ['Arkade', [person('iva', null), person('luka', null)]] as const
  const told = [{ vendorId: 'Arkade', text: 'Arkade: nitko se još nije prijavio' }]
  expect(troublesAt({}, [...nobody])).toMatchObject(told)
  expect(troublesAt({ starts_at: minutesAgo(-60) }, [...nobody])).toMatchObject(told)
  expect(troublesAt({ starts_at: minutesAgo(-61) }, [...nobody])).toEqual([])
  // An event without times is always on.
  expect(troublesAt({ starts_at: null }, [...nobody])).toMatchObject(told)
  expect(troublesAt({ ends_at: minutesAgo(1) }, [...nobody])).toEqual([])
  expect(troubles(['Arkade', [person('iva', null), person('luka', 3)]])).toEqual([])
  expect(troubles(['Arkade', []])).toEqual(['Arkade: nitko se još nije prijavio'])
})

test('a closed booth is a trouble only while awards wait on its devices', () => {
  const closed = (...staff: Staff[]) => ({ ...booth('Arkade', staff, 9), closed: true })
  const told = (one: Booth) => boothTroubles({ booths: [one], event: { starts_at: null, ends_at: null } }, NOW)
  expect([told(closed(person('iva', 30))), told(closed(person('iva', null)))]).toEqual([[], []])
  expect(told(closed(person('iva', 30, 2)))).toMatchObject([{ kind: 'silentWithAwards' }, { kind: 'refused' }])
})
