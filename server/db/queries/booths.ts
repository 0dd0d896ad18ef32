import type { Vendor } from '#contract/entities'
import type { Overview } from '#contract/organiser-entities'
import { isoTime, isoTimeOrNull } from '../../time'
import type { Reader, Writer } from '../database'
import { countRows } from '../statement'
import type { Tables } from '../tables'
import { BY_NICKNAME, isErased, PERSON_COLUMNS, selectPlayers } from './accounts'

const HOUR_MS = 3_600_000

/** Counts players who have signed in. */
export async function countPlayers(db: Reader): Promise<number> {
  return await countRows(selectPlayers(db).where('first_signed_in_at', 'is not', null))
}

/** Counts players who were entered by an organiser or have signed in. */
export async function countListedPlayers(db: Reader): Promise<number> {
  return await countRows(
    selectPlayers(db).where((eb) =>
      eb.or([eb('first_signed_in_at', 'is not', null), eb('imported', '=', 1)]),
    ),
  )
}

/**
 * Reads every booth with the numbers of its last hour and its staff, in the organiser's order. Each
 * number comes from an index.
 */
export async function readBooths(db: Reader, now: number): Promise<Overview['booths']> {
  const since = now - HOUR_MS
  const booths = await db
    .selectFrom('vendors')
    .orderBy('position')
    .orderBy('vendor_id')
    .select(({ selectFrom }) => [
      'vendors.vendor_id',
      'vendors.name',
      'vendors.location',
      selectFrom('awards')
        .whereRef('awards.vendor_id', '=', 'vendors.vendor_id')
        .where('awards.awarded_at', '>', since)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .as('awards'),
      selectFrom('refusals')
        .whereRef('refusals.vendor_id', '=', 'vendors.vendor_id')
        .where('refusals.refused_at', '>', since)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .as('refused'),
      selectFrom('awards')
        .whereRef('awards.vendor_id', '=', 'vendors.vendor_id')
        .orderBy('awards.awarded_at', 'desc')
        .limit(1)
        .select('awards.awarded_at')
        .as('latest'),
    ])
    .execute()
  const staff = await db
    .selectFrom('users')
    .leftJoin(selectDeviceTotals(db).as('devices'), 'devices.user_id', 'users.user_id')
    .where('users.vendor_id', 'is not', null)
    .orderBy(BY_NICKNAME)
    .select(PERSON_COLUMNS)
    .select(['users.vendor_id', 'users.first_signed_in_at', 'devices.seen_at', 'devices.waiting'])
    .execute()
  const devices = await db
    .selectFrom('signing_devices')
    .orderBy('registered_at')
    .select(['user_id', 'device_id', 'registered_at', 'last_used_at', 'revoked_at'])
    .execute()
  const left = db
    .selectFrom('staff_history')
    .where('until_at', 'is not', null)
    .select(['user_id', 'vendor_id'])
    .distinct()
  const former = await db
    .selectFrom('users')
    .innerJoin(left.as('left_booth'), 'left_booth.user_id', 'users.user_id')
    .leftJoin(selectDeviceTotals(db).as('reports'), 'reports.user_id', 'users.user_id')
    .where('users.vendor_id', 'is distinct from', (eb) => eb.ref('left_booth.vendor_id'))
    .orderBy(BY_NICKNAME)
    .select(PERSON_COLUMNS)
    .select(['left_booth.vendor_id', 'reports.seen_at', 'reports.waiting'])
    .select('users.vendor_id as presentBooth')
    .execute()
  const closed = await readClosedBooths(db)
  const devicesOf = (userId: string) =>
    devices
      .filter(({ user_id }) => user_id === userId)
      .map(({ device_id, registered_at, last_used_at, revoked_at }) => ({
        device_id,
        registered_at: isoTime(registered_at),
        last_used_at: isoTimeOrNull(last_used_at),
        revoked_at: isoTimeOrNull(revoked_at),
      }))
  return booths.map(({ vendor_id, name, location, awards, refused, latest }) => ({
    vendor_id,
    name,
    location,
    closed: closed.has(vendor_id),
    awards_last_hour: awards ?? 0,
    refused_last_hour: refused ?? 0,
    last_award_at: isoTimeOrNull(latest),
    staff: staff
      .filter((person) => person.vendor_id === vendor_id)
      .map(({ vendor_id: _booth, first_signed_in_at, seen_at, ...person }) => ({
        ...person,
        signed_in: first_signed_in_at !== null,
        last_seen_at: isoTimeOrNull(seen_at),
        devices: devicesOf(person.user_id),
      })),
    former_staff: former
      .filter((person) => person.vendor_id === vendor_id)
      .map(({ vendor_id: _booth, presentBooth, seen_at, waiting, mobile, ...person }) => ({
        ...person,
        ...(isErased({ mobile }) ? {} : { mobile }),
        last_seen_at: isoTimeOrNull(seen_at),
        // Awards of people who are at another booth now are listed there.
        waiting: presentBooth === null ? waiting : null,
        devices: devicesOf(person.user_id),
      }))
      .filter((person) => person.devices.length > 0 || (person.waiting ?? 0) > 0),
  }))
}

/**
 * A booth with the time at which it was closed (ms); null if it is open. A closed booth is on no
 * list, but is read too, because medals depend on its location.
 */
export type ClosableVendor = Vendor & { readonly closedAt: number | null }

/** Reads all booths with their point types, in the organiser's order. */
export async function readVendors(db: Reader | Writer): Promise<ClosableVendor[]> {
  const closed = await readClosedBooths(db)
  const vendors = await db
    .selectFrom('vendors')
    .selectAll()
    .orderBy('position')
    .orderBy('vendor_id')
    .execute()
  const offers = await db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .orderBy('offer.position')
    .select([
      'offer.vendor_id',
      'offer.point_type',
      'point_types.label',
      'point_types.points',
      'point_types.cooldown_seconds',
    ])
    .execute()
  return vendors.map(({ position: _position, ...vendor }) => ({
    ...vendor,
    closedAt: closed.get(vendor.vendor_id) ?? null,
    point_types: offers
      .filter((offer) => offer.vendor_id === vendor.vendor_id)
      .map(({ vendor_id: _vendor, ...type }) => type),
  }))
}

/** Reads when each closed booth was closed (ms), by the booth's id. */
export async function readClosedBooths(db: Reader | Writer): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('booth_closings')
    .where('opened_at', 'is', null)
    .select(['vendor_id', 'closed_at'])
    .execute()
  return new Map(rows.map(({ vendor_id, closed_at }) => [vendor_id, closed_at]))
}

/** Closes a booth, or opens it again. */
export async function setBoothClosed(
  db: Writer,
  vendorId: string,
  closed: boolean,
  now: number,
): Promise<void> {
  if (!closed) {
    const open = db
      .updateTable('booth_closings')
      .set({ opened_at: now })
      .where('vendor_id', '=', vendorId)
    await open.where('opened_at', 'is', null).execute()
    return
  }
  const again = { closed_at: now, opened_at: null }
  // The booth may have been closed and opened within this millisecond: then the row exists.
  const close = db.insertInto('booth_closings').values({ vendor_id: vendorId, ...again })
  await close
    .onConflict((conflict) => conflict.columns(['vendor_id', 'closed_at']).doUpdateSet(again))
    .execute()
}

export type DeviceStatus = Readonly<Tables['booth_devices']>

/** Deletes the reports of ended sessions. */
const deleteLeftReports = (db: Writer) =>
  db
    .deleteFrom('booth_devices')
    .where('token_hash', 'not in', (eb) => eb.selectFrom('sessions').select('sessions.token_hash'))

/** Deletes the reports that ended sessions left by `until` (ms). */
export async function deleteOldReports(db: Writer, until: number): Promise<void> {
  await deleteLeftReports(db).where('seen_at', '<=', until).execute()
}

/** Deletes the reports that ended sessions of an account left. Returns whether there were any. */
async function deleteReportsOf(db: Writer, userId: string): Promise<boolean> {
  const left = deleteLeftReports(db).where('user_id', '=', userId)
  return (await left.executeTakeFirstOrThrow()).numDeletedRows > 0
}

/**
 * Stores when a device was last seen and how many awards wait on it. A session's first count of
 * waiting awards replaces the reports that ended sessions of the account have left. Skips a device
 * without a report if its session has ended, or if it is not of a booth's staff and replaces none.
 */
export async function saveDeviceStatus(db: Writer, status: DeviceStatus): Promise<void> {
  const { token_hash, user_id, seen_at, waiting } = status
  const known = await db
    .selectFrom('booth_devices')
    .where('token_hash', '=', token_hash)
    .select('waiting')
    .executeTakeFirst()
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .where('token_hash', '=', token_hash)
    .select(['users.vendor_id', 'users.organiser_since'])
    .executeTakeFirst()
  if (session === undefined) {
    // Only change what is there: the account may be erased at this moment.
    const left = db.updateTable('booth_devices').where('token_hash', '=', token_hash)
    await left.set((eb) => ({ seen_at, waiting: waiting ?? eb.ref('waiting') })).execute()
    return
  }
  const isFirst = waiting !== null && (known?.waiting ?? null) === null
  const replaces = isFirst && (await deleteReportsOf(db, user_id))
  const isStaff = session.vendor_id !== null && session.organiser_since === null
  if (known === undefined && !isStaff && !replaces) return
  await db
    .insertInto('booth_devices')
    .values(status)
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet((eb) => ({ seen_at, waiting: waiting ?? eb.ref('booth_devices.waiting') })),
    )
    .execute()
}

/** Selects, by account, when any of its devices was last seen and the total of waiting awards. */
export function selectDeviceTotals(db: Reader) {
  return db
    .selectFrom('booth_devices')
    .groupBy('user_id')
    .select((eb) => [
      'user_id',
      eb.fn.max('seen_at').as('seen_at'),
      eb.fn.sum<number | null>('waiting').as('waiting'),
    ])
}

/** Sums the waiting awards that booths' devices have reported. */
export async function sumWaiting(db: Reader): Promise<number> {
  const { waiting } = await db
    .selectFrom('booth_devices')
    .select((eb) => eb.fn.sum<number | null>('waiting').as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting ?? 0
}
