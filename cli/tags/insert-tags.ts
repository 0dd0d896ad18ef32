import { randomInt } from 'node:crypto'
import { TAG_ID_ALPHABET, TAG_ID_LENGTH } from '#rules/tag-id'
import { audit, type By } from '#server/corrections/correction'
import type { Database, Reader } from '#server/db/database'
import { inBatches } from '#server/db/statement'
import { Failure } from '#server/failure'
import type { TagKind } from './tag-order'
import { kindText } from './tag-sheet'

/** Creates a random id that cannot be guessed. */
export function makeTagId(): string {
  let id = ''
  while (id.length < TAG_ID_LENGTH) id += TAG_ID_ALPHABET.charAt(randomInt(TAG_ID_ALPHABET.length))
  return id
}

/** The name of an id. Throws `Failure` if the event does not know it. */
function nameOf(
  what: string,
  wanted: string | null,
  known: readonly { readonly id: string; readonly name: string }[],
): string | null {
  if (wanted === null) return null
  const found = known.find(({ id }) => id === wanted)
  if (found !== undefined) return found.name
  const advice = known.length === 0 ? 'the event has none yet' : `the event knows ${known.map(({ id }) => id).join(', ')}`
  throw new Failure(`There is no ${what} "${wanted}"; ${advice}. Apply an event file that names it first; no tag was made.`)
}

/** What the tags are for, as printed under them. Throws `Failure` if the event does not have their booth or points. */
export async function readKindText(db: Reader, { nfc_type, vendor_id, point_type }: TagKind): Promise<string> {
  const vendors = await db.selectFrom('vendors').select(['vendor_id as id', 'name']).orderBy('position').execute()
  const types = await db.selectFrom('point_types').select(['point_type as id', 'label as name']).orderBy('position').execute()
  return kindText(nfc_type, nameOf('vendor', vendor_id, vendors), nameOf('point type', point_type, types))
}

export interface NewTag extends TagKind {
  readonly nfc_id: string
}

/** Inserts the tags, all of one type, in one transaction. */
export async function insertTags(db: Database, tags: readonly NewTag[], now: number, by: By): Promise<void> {
  const rows = tags.map(({ nfc_id, nfc_type, vendor_id, point_type, proof }) => {
    return { nfc_id, nfc_type, vendor_id, point_type, proof, created_at: now }
  })
  await db.write({ on: 'event' }, async (writer) => {
    await inBatches(rows, (batch) => writer.insertInto('tags').values(batch).execute())
    await audit(writer, now, by, { what: 'make_tags', about: `${tags.length} ${tags[0]?.nfc_type ?? ''}` })
  })
}
