import type { EventFile } from '#contract/event'
import type { Database } from '#server/db/database'
import { applyEvent } from '#server/event-file/apply'
import { changeText } from '#server/event-file/changes'
import { FaultyEvent, faultText } from '#server/event-file/faults'
import { noTagKeys } from '#server/tag-proof/tag-keys'

const NOW = Date.parse('2026-05-09T10:00:00.000Z')

/** Applies a file as the command does and returns the lines it would print. */
export async function applyJson(
  db: Database,
  json: unknown,
  { dryRun = false, now = NOW, tagKeys = noTagKeys } = {},
): Promise<string[]> {
  const by = { userId: null, reason: null }
  const order = { now, dryRun, by, name: 'event.json', tagKeys, version: null, confirmed: true }
  return (await applyEvent(db, json, order)).changes.map(changeText)
}

/** Returns the faults that `work` reports; an empty list if it succeeds. */
export async function faultsOf(work: () => unknown): Promise<readonly string[]> {
  try {
    await work()
    return []
  } catch (reason) {
    if (reason instanceof FaultyEvent) return reason.faults.map((fault) => faultText(fault))
    throw reason
  }
}

/** All tables that an event file may change. */
export async function readEverything({ read }: Database) {
  return {
    settings: await read.selectFrom('settings').selectAll().orderBy('name').execute(),
    pointTypes: await read.selectFrom('point_types').selectAll().orderBy('position').execute(),
    vendors: await read.selectFrom('vendors').selectAll().orderBy('position').execute(),
    offers: await read
      .selectFrom('vendor_point_types')
      .selectAll()
      .orderBy('vendor_id')
      .orderBy('position')
      .execute(),
    users: await read.selectFrom('users').selectAll().orderBy('user_id').execute(),
    tags: await read.selectFrom('tags').selectAll().orderBy('nfc_id').execute(),
    invites: await read.selectFrom('invites').selectAll().orderBy('user_id').execute(),
  }
}

function person(first_name: string, last_name: string, mobile: string) {
  const nickname = first_name.toLowerCase()
  return { first_name, last_name, email: `${nickname}@example.hr`, mobile, nickname }
}
export const IVA = person('Iva', 'Horvat', '+385911234567')
export const MARKO = person('Marko', 'Babić', '+385911234568')
export const NIKO = person('Niko', 'Nikić', '+385911111111')
/** An organiser in tests. */
export const ANA = person('Ana', 'Babić', '+385911234599')

/** The event of an empty database. */
export const NOTHING: EventFile = {
  settings: { team_max_members: 6, starts_at: null, ends_at: null, time_zone: 'Europe/Zagreb' },
  point_types: [],
  vendors: [],
  organisers: [],
  tags: [],
}

/** A small event with every kind of entry except organisers. */
export const EVENT = {
  settings: { team_max_members: 5, starts_at: '2026-05-09T09:00:00+02:00', ends_at: null },
  point_types: [
    { point_type: 'pobjeda', label: 'Pobjeda', points: 20, cooldown_seconds: 900 },
    { point_type: 'rekord', label: 'Rekord dana', points: 40, cooldown_seconds: 3600 },
    { point_type: 'blago', label: 'Skriveno blago', points: 7, cooldown_seconds: 0 },
  ],
  vendors: [
    {
      vendor_id: 'arkade',
      name: 'Arkadna zona',
      location: 'Hala A',
      description: 'Automati.',
      point_types: ['rekord', 'pobjeda'],
      staff: [IVA, MARKO],
    },
    {
      vendor_id: 'kviz',
      name: 'Kvizionica',
      location: 'Hala B',
      description: 'Pitanja.',
      point_types: ['pobjeda'],
      staff: [],
    },
  ],
  tags: [
    { nfc_id: 'tim-0001', nfc_type: 'team' },
    { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' },
    { nfc_id: 'zmaj-7k2p9x4mq8', nfc_type: 'bonus', point_type: 'blago' },
  ],
} as const
