import { uniqueNicknameKey } from '#rules/account'
import { EARLIEST_MS } from '#rules/time-range'
import type { Database } from '#server/db/database'
import { SETTING_NAMES, type StoredSettings, writeSetting } from '#server/db/queries/settings'
import { insertTeam } from '#server/db/queries/teams'
import { recordBoothChanges } from '#server/db/queries/voucher-signers'
import { insertRows } from '#server/db/statement'
import type { UsersTable } from '#server/db/tables'

/** The points and cooldowns of the tests' event. */
export const POINT_TYPES = {
  pobjeda: { label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  kviz: { label: 'Kviz', points: 5, cooldown_seconds: 20 },
  dolazak: { label: 'Dolazak', points: 1, cooldown_seconds: 0 },
  blago: { label: 'Skriveno blago', points: 7, cooldown_seconds: 0 },
} as const
export type PointTypeName = keyof typeof POINT_TYPES

export const BOOTHS = {
  arkade: { name: 'Arkadna zona', offers: ['pobjeda', 'kviz', 'dolazak'] },
  kutak: { name: 'Kviz kutak', offers: ['pobjeda', 'kviz'] },
} as const satisfies Record<string, { name: string; offers: readonly PointTypeName[] }>
export type BoothName = keyof typeof BOOTHS

/** The booths' staff, entered by the organiser. None of them has ever signed in. */
export const STAFF = {
  iva: { vendor_id: 'arkade', mobile: '+385911000001' },
  luka: { vendor_id: 'arkade', mobile: '+385911000002' },
  mia: { vendor_id: 'kutak', mobile: '+385911000003' },
} as const satisfies Record<string, { vendor_id: BoothName; mobile: string }>
export type StaffName = keyof typeof STAFF

/** The row of an account that has never signed in. */
export function userRow(user_id: string, own: Partial<UsersTable> & Pick<UsersTable, 'mobile'>) {
  const address = { email: `${user_id}@example.hr`, email_key: `${user_id}@example.hr` }
  const names = {
    first_name: 'Ana',
    last_name: 'Anić',
    nickname: user_id,
    nickname_key: uniqueNicknameKey(user_id),
  }
  return { user_id, ...names, ...address, vendor_id: null, imported: 0, created_at: 0, ...own }
}

/** Inserts teams whose names are their ids. Their captains are staff, and the teams have no members. */
export async function insertTeams(db: Database, ids: readonly string[]): Promise<void> {
  await db.write({ kind: 'roster' }, async (tx) => {
    for (const id of ids) {
      await insertTeam(tx, {
        team_id: id,
        team_name: id,
        name_key: id,
        captain_id: 'mia',
        created_at: EARLIEST_MS,
      })
    }
  })
}

/** Writes the event's booths, point types and staff directly into the database. */
export async function insertEvent(db: Database): Promise<void> {
  const types = Object.entries(POINT_TYPES).map(([point_type, type], position) => ({
    point_type,
    ...type,
    position,
  }))
  const place = { location: 'Hala A', description: 'Opis' }
  const booths = Object.entries(BOOTHS).map(([vendor_id, { name }], position) => ({
    vendor_id,
    name,
    ...place,
    position,
  }))
  const offers = Object.entries(BOOTHS).flatMap(([vendor_id, booth]) =>
    booth.offers.map((point_type, position) => ({ vendor_id, point_type, position })),
  )
  const staff = Object.entries(STAFF).map(([first_name, { vendor_id, mobile }]) => {
    return {
      ...userRow(first_name, { mobile, vendor_id, imported: 1 }),
      first_name,
      last_name: 'Horvat',
    }
  })
  await db.write({ kind: 'event' }, async (tx) => {
    await insertRows(tx, 'point_types', types)
    await insertRows(tx, 'vendors', booths)
    await insertRows(tx, 'vendor_point_types', offers)
    await insertRows(tx, 'users', staff)
  })
}

export type TagPlan =
  | { readonly nfc_type: 'team' }
  | { readonly nfc_type: 'vendor'; readonly vendor_id: BoothName }
  | { readonly nfc_type: 'bonus'; readonly point_type: PointTypeName; readonly proof?: 'ntag424' }

let made = 0

/** Creates a tag and returns its id. */
export async function insertTag(
  db: Database,
  plan: TagPlan,
  nfc_id = `oznaka-${String(++made).padStart(4, '0')}`,
): Promise<string> {
  const empty = {
    team_id: null,
    vendor_id: null,
    point_type: null,
    written_at: null,
    created_at: 0,
  }
  await db.write({ kind: 'event' }, (tx) => insertRows(tx, 'tags', [{ ...empty, nfc_id, ...plan }]))
  return nfc_id
}

/** Changes the event's settings, as the organiser can while it runs. */
export async function setEvent(db: Database, settings: Partial<StoredSettings>): Promise<void> {
  await db.write({ kind: 'event' }, async (tx) => {
    for (const name of SETTING_NAMES)
      if (settings[name] !== undefined) await writeSetting(tx, name, settings[name])
  })
}

/** Moves staff from one booth (null: none) to another, as the command `apply` does. */
export async function changeBooth(
  { db, clock }: { readonly db: Database; readonly clock: { now(): number } },
  userId: StaffName,
  from: BoothName | null,
  to: BoothName | null,
): Promise<void> {
  await moveStaff(db, userId, to)
  await db.write({ kind: 'accounts' }, (tx) =>
    recordBoothChanges(tx, [{ userId, from, to }], clock.now()),
  )
}

/** Moves a user to another booth, or away from every booth (null). */
export async function moveStaff(
  db: Database,
  userId: string,
  vendor_id: BoothName | null,
): Promise<void> {
  const left = vendor_id === null ? { left_booth_at: Date.now() } : {}
  const set = { vendor_id, ...left }
  await db.write({ kind: 'event' }, (tx) =>
    tx.updateTable('users').set(set).where('user_id', '=', userId).execute(),
  )
}
