import { calls } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import type { ChangeValue, EventChange, EventFile } from '#contract/event'
import { changesInShort, eventNames } from '#texts/event-changes'
import { audit } from '../audit'
import { type Database, type Writer, writeOrTry } from '../db/database'
import { readClosedBooths, setBoothClosed } from '../db/queries/booths'
import { rememberStart } from '../db/queries/rehearsal'
import {
  readStoredSettings,
  SETTING_NAMES,
  type SettingName,
  writeSetting,
} from '../db/queries/settings'
import { readProvingTags } from '../db/queries/tags'
import type { Tables } from '../db/tables'
import { Refusal } from '../refusal'
import { noTagKeys, type TagKeys } from '../tag-proof/tag-keys'
import { isoTime } from '../time'
import { type Applying, applyPeople } from './apply-people'
import { differences } from './changes'
import { readEvent, versionOf } from './current-event'
import { FaultyEvent } from './faults'
import { parseEvent } from './parse'
import { planPeople } from './plan-people'
import type { EventPointType, EventSettingsPart, EventVendor, ParsedEvent } from './schema'
import { applyTags, findTagFaults } from './tags'

/** Formats a stored setting as the file writes it. */
function shown(name: SettingName, value: number | string | null): ChangeValue {
  return typeof value === 'number' && (name === 'starts_at' || name === 'ends_at')
    ? isoTime(value)
    : value
}

async function applySettings(
  db: Writer,
  settings: EventSettingsPart,
  now: number,
): Promise<EventChange[]> {
  const stored = await readStoredSettings(db)
  const changes: EventChange[] = []
  for (const name of SETTING_NAMES) {
    const [value, before] = [settings[name], stored[name]]
    if (value === undefined || value === before) continue
    await writeSetting(db, name, value)
    changes.push({
      kind: 'changes',
      at: `settings.${name}`,
      name,
      was: shown(name, before),
      becomes: shown(name, value),
    })
  }
  const { starts_at: becomes } = settings
  if (becomes !== undefined && becomes !== stored.starts_at)
    await rememberStart(db, { was: stored.starts_at, becomes, now })
  return changes
}

/**
 * Returns the order after applying a file: the file's order if it lists all existing entries;
 * otherwise new entries come last.
 */
function orderAfter(existing: readonly string[], listed: readonly string[]): readonly string[] {
  if (existing.every((id) => listed.includes(id))) return listed
  return [...existing, ...listed.filter((id) => !existing.includes(id))]
}

/**
 * Moves stored rows to their places. Reports a new order of the stored rows as one change; the
 * caller reports new rows.
 */
async function applyOrder(
  db: Writer,
  table: 'vendors' | 'point_types',
  stored: ReadonlyMap<string, { readonly position: number }>,
  order: readonly string[],
): Promise<EventChange[]> {
  const idColumn = table === 'vendors' ? 'vendor_id' : 'point_type'
  for (const [id, { position: was }] of stored) {
    const position = order.indexOf(id)
    if (position === was) continue
    // Both tables have a position and an id, but Kysely's types cannot express one query for both.
    await db
      .updateTable(table as 'vendors')
      .set({ position })
      .where(idColumn as 'vendor_id', '=', id)
      .execute()
  }
  const before = [...stored.keys()]
  const after = order.filter((id) => stored.has(id))
  if (after.every((id, index) => id === before[index])) return []
  return [
    {
      kind: 'changes',
      at: table,
      name: 'order',
      was: before.join(', '),
      becomes: order.join(', '),
    },
  ]
}

/** Inserts and updates point types by id. Never deletes a type. */
async function applyPointTypes(
  db: Writer,
  listed: readonly EventPointType[],
): Promise<EventChange[]> {
  if (listed.length === 0) return []
  const rows = await db
    .selectFrom('point_types')
    .selectAll()
    // The adjustment type is in no file.
    .where('point_type', '<>', ADJUSTMENT_TYPE)
    .orderBy('position')
    .orderBy('point_type')
    .execute()
  const stored = new Map(rows.map((row) => [row.point_type, row]))
  const order = orderAfter(
    [...stored.keys()],
    listed.map((type) => type.point_type),
  )
  const changes: EventChange[] = []
  for (const { point_type, ...values } of listed) {
    const row = stored.get(point_type)
    const at = `point_types.${point_type}`
    if (row === undefined) {
      const position = order.indexOf(point_type)
      await db
        .insertInto('point_types')
        .values({ point_type, ...values, position })
        .execute()
      changes.push({ kind: 'adds', at, name: values.label })
      continue
    }
    const changed = differences(at, values.label, row, values)
    if (changed.length === 0) continue
    await db.updateTable('point_types').set(values).where('point_type', '=', point_type).execute()
    changes.push(...changed)
  }
  return [...changes, ...(await applyOrder(db, 'point_types', stored, order))]
}

/** Makes the listed point types the only ones of a booth. Returns the lists before and after. */
async function setOffers(db: Writer, vendorId: string, listed: readonly string[]) {
  const rows = await db
    .selectFrom('vendor_point_types')
    .where('vendor_id', '=', vendorId)
    .orderBy('position')
    .select(['point_type', 'position'])
    .execute()
  const [was, becomes] = [rows.map((row) => row.point_type).join(', '), listed.join(', ')]
  if (was === becomes) return { was, becomes }
  await db.deleteFrom('vendor_point_types').where('vendor_id', '=', vendorId).execute()
  if (listed.length > 0) {
    const offers = listed.map((point_type, position) => ({
      vendor_id: vendorId,
      point_type,
      position,
    }))
    await db.insertInto('vendor_point_types').values(offers).execute()
  }
  return { was, becomes }
}

async function applyVendor(
  db: Writer,
  vendor: EventVendor,
  row: (Tables['vendors'] & { readonly closed: boolean }) | undefined,
  position: number,
  now: number,
): Promise<EventChange[]> {
  const { vendor_id, name } = vendor
  const values = {
    name,
    location: vendor.location ?? row?.location ?? '',
    description: vendor.description ?? row?.description ?? '',
  }
  const [at, closed] = [`vendors.${vendor_id}`, vendor.closed ?? row?.closed ?? false]
  const changes = row === undefined ? [] : differences(at, name, row, { ...values, closed })
  if (row === undefined)
    await db
      .insertInto('vendors')
      .values({ vendor_id, ...values, position })
      .execute()
  else if (changes.length > 0)
    await db.updateTable('vendors').set(values).where('vendor_id', '=', vendor_id).execute()
  if (closed !== (row?.closed ?? false)) await setBoothClosed(db, vendor_id, closed, now)
  const offers =
    vendor.point_types === undefined ? null : await setOffers(db, vendor_id, vendor.point_types)
  if (row === undefined) return [{ kind: 'adds', at, name }]
  if (offers === null || offers.was === offers.becomes) return changes
  return [...changes, { kind: 'changes', at: `${at}.point_types`, name, ...offers }]
}

/** Inserts and updates vendors by id, with their point types. Never deletes a vendor. */
async function applyVendors(
  db: Writer,
  listed: readonly EventVendor[],
  now: number,
): Promise<EventChange[]> {
  if (listed.length === 0) return []
  const rows = await db
    .selectFrom('vendors')
    .selectAll()
    .orderBy('position')
    .orderBy('vendor_id')
    .execute()
  const closed = await readClosedBooths(db)
  const stored = new Map(
    rows.map((row) => [row.vendor_id, { ...row, closed: closed.has(row.vendor_id) }]),
  )
  const order = orderAfter(
    [...stored.keys()],
    listed.map((vendor) => vendor.vendor_id),
  )
  const changes: EventChange[] = []
  for (const vendor of listed) {
    const position = order.indexOf(vendor.vendor_id)
    changes.push(...(await applyVendor(db, vendor, stored.get(vendor.vendor_id), position, now)))
  }
  return [...changes, ...(await applyOrder(db, 'vendors', stored, order))]
}

interface ApplyingEvent extends Applying {
  /** The keys that verify proofs. If they are missing, no tag of the file may require proofs. */
  readonly tagKeys?: TagKeys
}

/** Applies a file within an open transaction. Throws `FaultyEvent` before it changes anything. */
export async function applyEventIn(
  db: Writer,
  file: ParsedEvent,
  { now, by, tagKeys = noTagKeys }: ApplyingEvent,
) {
  const tags = file.tags ?? []
  const plan = await planPeople(db, file)
  const faults = [...plan.faults, ...(await findTagFaults(db, tags, tagKeys))]
  if (faults.length > 0) throw new FaultyEvent(faults)
  const firstChanges = [
    ...(await applySettings(db, file.settings ?? {}, now)),
    ...(await applyPointTypes(db, file.point_types ?? [])),
    ...(await applyVendors(db, file.vendors ?? [], now)),
  ]
  const people = await applyPeople(db, file, plan, { now, by })
  const tagChanges = await applyTags(db, tags, by.userId, now)
  const changes = [...firstChanges, ...people.changes, ...tagChanges]
  return { changes, concerned: people }
}

/** Returns the booths whose lists of awards show a changed name, or whose staff changed. */
function changedBooths(changes: readonly EventChange[]): readonly string[] | 'all' {
  if (changes.some(({ at }) => /^point_types\..*\.label$/.test(at))) return 'all'
  return changes.flatMap(({ at }) => /^vendors\.(.+)\.(?:name|staff)$/.exec(at)?.[1] ?? [])
}

interface ApplyOptions extends ApplyingEvent {
  readonly dryRun: boolean
  /** The file's name; empty for an event from a browser. */
  readonly name: string
  /** The version of the event on which the file is based; null if it may be any. */
  readonly version: string | null
  /** Whether people may lose a booth, the organiser role or their access. */
  readonly confirmed: boolean
}

/**
 * Records the changes in the audit trail, with times in the event's time zone. `people`: the ids of
 * changed and new accounts.
 */
async function auditChanges(
  db: Writer,
  { name, by, now }: ApplyOptions,
  changes: readonly EventChange[],
  after: EventFile,
  people: readonly string[],
): Promise<void> {
  const format = new Intl.DateTimeFormat('hr-HR', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: after.settings.time_zone,
  })
  const names = eventNames(after, (at) => format.format(Date.parse(at)))
  await audit(db, now, by, {
    what: 'apply',
    about: [name, changesInShort(changes, names)].filter((text) => text !== '').join(': '),
    // The trail names a person only if just one changed.
    person_id: people.length === 1 ? (people[0] ?? null) : null,
  })
}

/**
 * Applies a parsed event file in one transaction. Throws `FaultyEvent`, CHANGED_MEANWHILE or
 * CONFIRM_NEEDED.
 * @param options.dryRun rolls back and returns what would have changed
 * @returns the parsed file, the changes (none if the database already matches it), and the event's
 * end, tags with proofs and version; after a dry run the version is the present one
 */
export async function applyEvent(db: Database, json: unknown, options: ApplyOptions) {
  const { dryRun, version, confirmed } = options
  // Validate before the transaction: a large file takes long, and awards would wait.
  const before = await readEvent(db.read)
  const checked =
    version === null || version === versionOf(before) ? parseEvent(json, before) : null
  return await writeOrTry(
    db,
    { kind: 'event' },
    async (writer, notify) => {
      const present = await readEvent(writer)
      const current = versionOf(present)
      if (version !== null && version !== current) throw new Refusal('CHANGED_MEANWHILE')
      const file =
        checked !== null && current === versionOf(before) ? checked : parseEvent(json, present)
      const { changes, concerned } = await applyEventIn(writer, file, options)
      if (!dryRun && !confirmed && changes.some(({ kind }) => kind === 'loses'))
        throw new Refusal('CONFIRM_NEEDED', { changes })
      const { users, captainsOf } = concerned
      if (changes.length === 0) notify('nobody')
      else
        notify({ of: calls.applyEvent.touches, users, captainsOf, vendors: changedBooths(changes) })
      const endsAt = (await readStoredSettings(writer)).ends_at
      const outcome = { file, changes, endsAt, proving: await readProvingTags(writer) }
      if (dryRun || changes.length === 0) return { ...outcome, version: current }
      const after = await readEvent(writer)
      await auditChanges(writer, options, changes, after, [...users, ...concerned.added])
      return { ...outcome, version: versionOf(after) }
    },
    dryRun,
  )
}
