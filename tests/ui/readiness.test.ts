import { expect, test } from 'vitest'
import type { EventFile } from '#contract/event'
import { missingOf } from '../../src/features/organiser/readiness'

const NOW = Date.parse('2026-05-08T10:00:00.000Z')
const DAY = 86_400_000

const person = { first_name: 'Iva', last_name: 'Horvat', email: '', mobile: '', nickname: 'iva' }
const booth = { location: '', description: '', closed: false, point_types: ['a'], staff: [person] }
const READY: EventFile = {
  settings: {
    team_max_members: 6,
    starts_at: '2026-05-09T08:00:00.000Z',
    ends_at: '2026-05-09T16:00:00.000Z',
    time_zone: 'Europe/Zagreb',
  },
  point_types: [{ point_type: 'a', label: 'A', points: 1, cooldown_seconds: 60 }],
  vendors: [
    { ...booth, vendor_id: 'arkade', name: 'Arkade' },
    // A closed booth needs nothing.
    { ...booth, vendor_id: 'prazni', name: 'Prazni', closed: true, staff: [], point_types: [] },
  ],
  organisers: [person],
  tags: [{ nfc_id: 'x', nfc_type: 'vendor', vendor_id: 'arkade' }],
}
const none = { players: 0, teams: 0, awards: 0, voided: 0, refused: 0, late: 0, waiting: 0 }

interface Known {
  readonly listed?: number
  readonly rehearsed?: boolean
  readonly backup?: number | null
}

const missing = (
  event: Partial<EventFile>,
  { listed = 1, rehearsed = true, backup = NOW - DAY }: Known = {},
) =>
  missingOf(
    { ...READY, ...event },
    {
      counts: { ...none, listed },
      rehearsed,
      last_backup_at: backup === null ? null : new Date(backup).toISOString(),
    },
    NOW,
  ).map(({ part, text }) => `${part}: ${text.slice(0, 21)}`)

test('an event with all its parts has nothing missing, even with a single organiser', () => {
  expect(missing({})).toEqual([])
})

test.each<[string, Partial<EventFile>, Known, string]>([
  ['a booth without a tag', { tags: [] }, {}, 'tags: Bez oznake: Arkade.'],
  [
    'only a treasure of the booth, which is not its tag',
    { tags: [{ nfc_id: 'x', nfc_type: 'bonus', vendor_id: 'arkade', point_type: 'a' }] },
    {},
    'tags: Bez oznake: Arkade.',
  ],
  ['nobody invited or registered', {}, { listed: 0 }, 'players: Još nema igrača. Poša'],
  [
    'no award yet',
    { settings: { ...READY.settings, starts_at: '2026-05-08T08:00:00.000Z' } },
    { rehearsed: false },
    'guide: Još nije stigla nijed',
  ],
  ['no award yet, before the start', {}, { rehearsed: false }, 'file: Još nije stigla nijed'],
  ['no backup', {}, { backup: null }, 'guide: Nema sigurnosne kopij'],
  ['an old backup', {}, { backup: NOW - DAY - 1 }, 'guide: Nema sigurnosne kopij'],
])(
  'what is missing is named, with the section of the setup that it belongs to: %s',
  (_what, event, known, item) => {
    expect(missing(event, known)).toEqual([item])
  },
)
