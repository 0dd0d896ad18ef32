import { ADJUSTMENT_TYPE } from '#contract/entities'
import type { EventFile } from '#contract/event'
import type { Reader, Writer } from '../db/database'
import { BY_NICKNAME } from '../db/queries/accounts'
import { readVendors } from '../db/queries/booths'
import { REHEARSAL_PREFIX } from '../db/queries/rehearsal'
import { readEventState, readSettings, SETTING_NAMES } from '../db/queries/settings'
import { findFilledTable } from '../db/whole-tables'
import { hashSecret } from '../random'
import { type TagKeys, tagsSharingKeys } from '../tag-proof/tag-keys'
import { isoTimeOrNull } from '../time'

/** Whether an organiser or the demo has entered anything yet. The server's own state is no event. */
export async function hasEvent(db: Reader | Writer): Promise<boolean> {
  if ((await findFilledTable(db, ['vendors', 'point_types', 'tags'])) !== null) return true
  const settings = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', SETTING_NAMES)
    .limit(1)
    .execute()
  return settings.length > 0
}

export async function isDemoEvent(db: Reader | Writer): Promise<boolean> {
  return (await readEventState(db)).demo !== null
}

const isRehearsed = (id: string) => id.startsWith(REHEARSAL_PREFIX)

async function readPeople(db: Reader | Writer) {
  const people = await db
    .selectFrom('users')
    .where((eb) => eb.or([eb('vendor_id', 'is not', null), eb('organiser_since', 'is not', null)]))
    .orderBy(BY_NICKNAME)
    .orderBy('user_id')
    .select([
      'user_id',
      'first_name',
      'last_name',
      'email',
      'mobile',
      'nickname',
      'vendor_id',
      'organiser_since',
    ])
    .execute()
  return people.map(({ vendor_id, organiser_since, ...person }) => ({
    vendor_id,
    isOrganiser: organiser_since !== null,
    person,
  }))
}

/** Reads the event as a file, without rehearsals. */
export async function readEvent(db: Reader | Writer): Promise<EventFile> {
  const settings = await readSettings(db)
  const types = await db
    .selectFrom('point_types')
    .selectAll()
    .orderBy('position')
    .orderBy('point_type')
    .execute()
  const vendors = await readVendors(db)
  const people = await readPeople(db)
  const staffOf = new Map<string, EventFile['organisers']>(
    vendors.map(({ vendor_id }) => [vendor_id, []]),
  )
  for (const { vendor_id, person } of people) staffOf.get(vendor_id ?? '')?.push(person)
  const tags = await db
    .selectFrom('tags')
    .orderBy('nfc_id')
    .select(['nfc_id', 'nfc_type', 'vendor_id', 'point_type', 'proof', 'uid', 'note'])
    .execute()
  return {
    settings: {
      team_max_members: settings.teamMaxMembers,
      starts_at: isoTimeOrNull(settings.startsAt),
      ends_at: isoTimeOrNull(settings.endsAt),
      time_zone: settings.timeZone,
    },
    point_types: types
      .filter(({ point_type }) => point_type !== ADJUSTMENT_TYPE && !isRehearsed(point_type))
      .map(({ position: _position, ...type }) => type),
    vendors: vendors
      .filter(({ vendor_id }) => !isRehearsed(vendor_id))
      .map(({ vendor_id, name, location, description, closedAt, point_types }) => ({
        vendor_id,
        name,
        location,
        description,
        closed: closedAt !== null,
        point_types: point_types.map(({ point_type }) => point_type),
        staff: staffOf.get(vendor_id) ?? [],
      })),
    organisers: people.filter(({ isOrganiser }) => isOrganiser).map(({ person }) => person),
    tags: tags
      .filter(({ nfc_id }) => !isRehearsed(nfc_id))
      .map(({ nfc_id, nfc_type, vendor_id, point_type, proof, uid, note }) => ({
        nfc_id,
        nfc_type,
        ...(vendor_id === null ? {} : { vendor_id }),
        ...(point_type === null ? {} : { point_type }),
        ...(proof === null ? {} : { proof }),
        ...(uid === null ? {} : { uid }),
        ...(note === null ? {} : { note }),
      })),
  }
}

const VERSION_LENGTH = 22

/** Hashes the event's content: equal events have the same version, whoever changed them. */
export function versionOf(event: EventFile): string {
  return hashSecret(JSON.stringify(event)).slice(0, VERSION_LENGTH)
}

export async function readEventVersion(db: Writer): Promise<string> {
  return versionOf(await readEvent(db))
}

/**
 * Reads who made and who wrote each tag, its team, and whether a touch of it could be passed off as
 * a touch of another tag. Leaves out tags of rehearsals.
 */
export async function readTagNotes(db: Reader, keys: TagKeys) {
  const all = await db
    .selectFrom('tags')
    .leftJoin('users as maker', 'maker.user_id', 'tags.created_by')
    .leftJoin('users as writer', 'writer.user_id', 'tags.written_by')
    .leftJoin('teams', 'teams.team_id', 'tags.team_id')
    .orderBy('tags.nfc_id')
    .select([
      'tags.nfc_id',
      'tags.created_at',
      'maker.nickname as created_by',
      'tags.written_at',
      'writer.nickname as written_by',
      'teams.team_name',
      'tags.proof',
      'tags.uid',
    ])
    .execute()
  const rows = all.filter(({ nfc_id }) => !isRehearsed(nfc_id))
  const sharing = new Set(
    tagsSharingKeys(
      rows.filter(({ proof }) => proof !== null),
      keys,
    ),
  )
  return rows.map(({ created_at, written_at, proof: _proof, uid: _uid, ...note }) => ({
    ...note,
    shares_keys: sharing.has(note.nfc_id),
    created_at: isoTimeOrNull(created_at),
    written_at: isoTimeOrNull(written_at),
  }))
}
