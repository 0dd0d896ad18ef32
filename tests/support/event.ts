import { uniqueNickname } from '#rules/account'
import type { Database } from '#server/db/database'
import { writeSetting } from '#server/db/queries/settings'
import type { StoredSettings } from '#server/event-settings'

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

/** The booths' staff, entered by the organiser; none has ever signed in. */
export const STAFF = {
  iva: { vendor_id: 'arkade', mobile: '+385911000001' },
  luka: { vendor_id: 'arkade', mobile: '+385911000002' },
  mia: { vendor_id: 'kutak', mobile: '+385911000003' },
} as const satisfies Record<string, { vendor_id: BoothName; mobile: string }>
export type StaffName = keyof typeof STAFF

/** Writes the event's booths, point types and staff straight into the database. */
export async function insertEvent(db: Database): Promise<void> {
  await db.write({ on: 'event' }, async (tx) => {
    for (const [position, [point_type, type]] of Object.entries(POINT_TYPES).entries()) {
      await tx
        .insertInto('point_types')
        .values({ point_type, ...type, position })
        .execute()
    }
    for (const [position, [vendor_id, { name, offers }]] of Object.entries(BOOTHS).entries()) {
      await tx.insertInto('vendors').values({ vendor_id, name, location: 'Hala A', description: 'Opis', position }).execute()
      for (const [place, point_type] of offers.entries()) {
        await tx.insertInto('vendor_point_types').values({ vendor_id, point_type, position: place }).execute()
      }
    }
    for (const [name, { vendor_id, mobile }] of Object.entries(STAFF)) {
      const email = `${name}@stand.example.hr`
      const terms = { terms_version: null, terms_accepted_at: null, first_signed_in_at: null }
      const names = { first_name: name, last_name: 'Horvat', nickname: name, nickname_key: uniqueNickname(name) }
      await tx
        .insertInto('users')
        .values({ user_id: name, ...names, email, email_key: email, mobile, vendor_id, imported: 1, created_at: 0, ...terms })
        .execute()
    }
  })
}

export type TagPlan =
  | { readonly nfc_type: 'team' }
  | { readonly nfc_type: 'vendor'; readonly vendor_id: BoothName }
  | { readonly nfc_type: 'bonus'; readonly point_type: PointTypeName; readonly proof?: 'ntag424' }

let made = 0

/** Creates a tag and returns its id. */
export async function insertTag(db: Database, plan: TagPlan): Promise<string> {
  const nfc_id = `oznaka-${String(++made).padStart(4, '0')}`
  const empty = { team_id: null, vendor_id: null, point_type: null, written_at: null, created_at: 0 }
  await db.write({ on: 'event' }, (tx) =>
    tx
      .insertInto('tags')
      .values({ ...empty, nfc_id, ...plan })
      .execute(),
  )
  return nfc_id
}

/** Changes the event's settings, as the organiser can while it runs. */
export async function setEvent(db: Database, settings: Partial<StoredSettings>): Promise<void> {
  const { team_max_members, starts_at, ends_at, time_zone } = settings
  await db.write({ on: 'event' }, async (tx) => {
    if (team_max_members !== undefined) await writeSetting(tx, 'team_max_members', team_max_members)
    if (starts_at !== undefined) await writeSetting(tx, 'starts_at', starts_at)
    if (ends_at !== undefined) await writeSetting(tx, 'ends_at', ends_at)
    if (time_zone !== undefined) await writeSetting(tx, 'time_zone', time_zone)
  })
}

/** Moves a user to another booth, or away from every booth (null). */
export async function moveStaff(db: Database, userId: string, vendor_id: BoothName | null): Promise<void> {
  const left = vendor_id === null ? { left_booth_at: Date.now() } : {}
  await db.write({ on: 'event' }, (tx) =>
    tx
      .updateTable('users')
      .set({ vendor_id, ...left })
      .where('user_id', '=', userId)
      .execute(),
  )
}
