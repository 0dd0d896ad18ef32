import { demoEvent } from '../small/event'
import { LARGE_BOOTHS } from './booths'
import type { Chance } from './chance'
import { createPeople } from './people'
import { LARGE_POINT_TYPES } from './point-types'

const FIRST_STAFF_NUMBER = 10
const TEAM_TAGS = 700

export const teamTag = (number: number) => `tim-${String(number).padStart(4, '0')}`

const BONUS_TAGS = [
  ...['zmaj-7k2p9x4mq8', 'prsten-3v8nq2wd6h', 'tardis-9m4xk7c2rt', 'kristal-5d8wq3zn7p', 'grifon-2h6vt9kx4m', 'runa-8c3np5yw7j'],
  ...[
    'jantar-4x9fk2qd6s',
    'kompas-6m3rz8tv5b',
    'lampion-9w2hj7pc4n',
    'talisman-3k5xq8nf6d',
    'zvono-7t4bm9ys2v',
    'sova-5p8gc3wk6x',
  ],
] as const

/** Two people at each booth; those of the small demo keep their booths. */
function staffOf(
  vendorId: string,
  makePerson: () => { nickname: string; first_name: string; last_name: string; mobile: string },
) {
  const known = demoEvent.vendors.find((vendor) => vendor.vendor_id === vendorId)
  if (known !== undefined) return known.staff
  return [makePerson(), makePerson()].map((person) => ({ ...person, email: `${person.nickname}@example.hr` }))
}

/**
 * The large event in the format of event.json.
 * @param takenNicknames those of players with a fixed name
 */
export function makeLargeEvent(chance: Chance, takenNicknames: readonly string[]) {
  const knownStaff = demoEvent.vendors.flatMap(({ staff }) => staff.map(({ nickname }) => nickname))
  const makePerson = createPeople(chance, FIRST_STAFF_NUMBER, [...takenNicknames, ...knownStaff])
  return {
    settings: demoEvent.settings,
    point_types: LARGE_POINT_TYPES,
    vendors: LARGE_BOOTHS.map((booth) => ({ ...booth, staff: staffOf(booth.vendor_id, makePerson) })),
    tags: [
      ...Array.from({ length: TEAM_TAGS }, (_, index) => ({ nfc_id: teamTag(index + 1), nfc_type: 'team' })),
      ...LARGE_BOOTHS.map(({ vendor_id }) => ({ nfc_id: `${vendor_id}-01`, nfc_type: 'vendor', vendor_id })),
      ...BONUS_TAGS.map((nfc_id) => ({ nfc_id, nfc_type: 'bonus', point_type: 'blago' })),
    ],
  }
}
