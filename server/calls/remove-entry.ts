import { calls, type ParsedInput } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { entryText } from '#texts/event-changes'
import { inUseTexts } from '#texts/event-faults'
import { fieldTexts } from '#texts/fields'
import { audit } from '../audit'
import type { Handler } from '../call-context'
import type { Notify, Writer } from '../db/database'
import { findById } from '../db/queries/accounts'
import { endSignIns } from '../db/queries/sign-in-requests'
import { findTag } from '../db/queries/tags'
import { releasePeople } from '../event-file/apply-people'
import { readEventVersion } from '../event-file/current-event'
import { Refusal } from '../refusal'
import { requireOtherOrganiser } from './corrections/guards'

const inUse = (why: string) => new Refusal('IN_USE', {}, why)
const noSuchEntry = () => new Refusal('INVALID_INPUT', { fields: { id: fieldTexts.invalid } })

type ReferringTable =
  | 'awards'
  | 'late_entries'
  | 'tags'
  | 'users'
  | 'vendor_point_types'
  | 'tag_touches'

async function isReferred(
  db: Writer,
  table: ReferringTable,
  column: 'vendor_id' | 'point_type' | 'nfc_id',
  id: string,
) {
  const rows = db.selectFrom(table as 'awards').where(column, '=', id)
  return (
    (await rows
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Whether somebody who has left the booth may still have unsent awards of it. */
async function mayStillSend(db: Writer, vendorId: string): Promise<boolean> {
  const former = db
    .selectFrom('staff_history')
    .innerJoin('users', 'users.user_id', 'staff_history.user_id')
    .where('staff_history.vendor_id', '=', vendorId)
    .where('users.first_signed_in_at', 'is not', null)
  return (await former.select('users.user_id').limit(1).executeTakeFirst()) !== undefined
}

async function removeVendor(db: Writer, vendor_id: string): Promise<string> {
  const vendor = await db
    .selectFrom('vendors')
    .where('vendor_id', '=', vendor_id)
    .select('name')
    .executeTakeFirst()
  if (vendor === undefined) throw noSuchEntry()
  for (const table of ['awards', 'late_entries'] as const) {
    if (await isReferred(db, table, 'vendor_id', vendor_id)) throw inUse(inUseTexts.vendorAwards)
  }
  if (await isReferred(db, 'users', 'vendor_id', vendor_id)) throw inUse(inUseTexts.vendorStaff)
  if (await isReferred(db, 'tags', 'vendor_id', vendor_id)) throw inUse(inUseTexts.vendorTags)
  if (await mayStillSend(db, vendor_id)) throw inUse(inUseTexts.vendorFormerStaff)
  for (const table of [
    'vendor_point_types',
    'booth_closings',
    'staff_history',
    'vendors',
  ] as const) {
    await db.deleteFrom(table).where('vendor_id', '=', vendor_id).execute()
  }
  return vendor.name
}

async function removePointType(db: Writer, point_type: string): Promise<string> {
  const type = await db
    .selectFrom('point_types')
    .where('point_type', '=', point_type)
    .select('label')
    .executeTakeFirst()
  if (type === undefined || point_type === ADJUSTMENT_TYPE) throw noSuchEntry()
  const offering = await db
    .selectFrom('vendor_point_types')
    .innerJoin('vendors', 'vendors.vendor_id', 'vendor_point_types.vendor_id')
    .where('point_type', '=', point_type)
    .orderBy('vendors.position')
    .select('vendors.name')
    .execute()
  if (offering.length > 0)
    throw inUse(inUseTexts.typeOffered(offering.map(({ name }) => name).join(', ')))
  if (await isReferred(db, 'tags', 'point_type', point_type)) throw inUse(inUseTexts.typeTags)
  for (const table of ['awards', 'late_entries'] as const) {
    if (await isReferred(db, table, 'point_type', point_type)) throw inUse(inUseTexts.typeAwards)
  }
  await db.deleteFrom('point_types').where('point_type', '=', point_type).execute()
  return type.label
}

async function removeTag(db: Writer, nfc_id: string): Promise<string> {
  const tag = await findTag(db, nfc_id)
  if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
  if (tag.team_id !== null) {
    const team = db.selectFrom('teams').where('team_id', '=', tag.team_id).select('team_name')
    throw inUse(inUseTexts.tagOwned((await team.executeTakeFirstOrThrow()).team_name))
  }
  for (const table of ['awards', 'late_entries', 'tag_touches'] as const) {
    if (await isReferred(db, table, 'nfc_id', nfc_id)) throw inUse(inUseTexts.tagCollected)
  }
  await db.deleteFrom('tag_refusals').where('nfc_id', '=', nfc_id).execute()
  await db.deleteFrom('tags').where('nfc_id', '=', nfc_id).execute()
  return nfc_id
}

/** Removes a person from their booth or role. Returns the booth. */
async function removePerson(
  db: Writer,
  what: 'staff' | 'organiser',
  userId: string,
  now: number,
): Promise<string | null> {
  const person = await findById(db, userId)
  const has = what === 'staff' ? person?.vendor_id : person?.organiser_since
  if (person === undefined || has == null) throw new Refusal('USER_NOT_FOUND')
  if (what === 'organiser') await requireOtherOrganiser(db, userId)
  await releasePeople(db, [person], now)
  // The person's links and codes were made for the role (rule 22).
  await endSignIns(db, [userId])
  return person.vendor_id
}

type Removed = Omit<ParsedInput<'removeEntry'>, 'version'>

/**
 * Removes the entry. Returns its name for the audit trail; for staff the name of their booth, and
 * for organisers an empty text, because the trail already names the person.
 */
async function remove(
  db: Writer,
  notify: Notify,
  { what, id }: Removed,
  now: number,
): Promise<string> {
  const { touches: of } = calls.removeEntry
  switch (what) {
    case 'vendor':
      notify({ of })
      return await removeVendor(db, id)
    case 'point_type':
      notify({ of })
      return await removePointType(db, id)
    case 'tag':
      notify({ of, to: 'staff' })
      return await removeTag(db, id)
    case 'staff':
    case 'organiser': {
      const booth = await removePerson(db, what, id, now)
      notify({ of, users: [id], vendors: booth === null ? [] : [booth] })
      const row = db.selectFrom('vendors').where('vendor_id', '=', booth).select('name')
      return what === 'staff' ? ((await row.executeTakeFirst())?.name ?? '') : ''
    }
  }
}

/**
 * Removes an entry from the event. Throws IN_USE if the entry is still needed, with what to do
 * instead.
 */
export const removeEntry: Handler<'removeEntry'> = async (removed, { game, by }) => {
  const { what, id, version } = removed
  const now = game.now()
  return await game.db.write({ kind: 'event' }, async (db, notify) => {
    if ((await readEventVersion(db)) !== version) throw new Refusal('CHANGED_MEANWHILE')
    const name = await remove(db, notify, removed, now)
    const whom = what === 'staff' || what === 'organiser' ? { person_id: id } : {}
    await audit(db, now, by, { what: 'remove', about: entryText(what, name), ...whom })
    return { version: await readEventVersion(db) }
  })
}
