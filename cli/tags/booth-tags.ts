import type { Reader } from '#server/db/database'
import { Failure } from '#server/failure'
import { stageFiles } from '../files/new-files'
import { makeTagId } from './insert-tags'
import { insertWithFiles, type ListedTag, type MadeTags, type TagSurroundings, tagFiles } from './make-tags'
import { kindText } from './tag-sheet'

/**
 * The tags of every booth, oldest first, in the booths' order on screen; a booth without one has a row without `nfc_id`. Throws
 * `Failure` if there are no booths.
 */
export async function readBoothTags(db: Reader) {
  const rows = await db
    .selectFrom('vendors')
    .leftJoin('tags', (join) => join.onRef('tags.vendor_id', '=', 'vendors.vendor_id').on('tags.nfc_type', '=', 'vendor'))
    .orderBy('vendors.position')
    .orderBy('vendors.vendor_id')
    .orderBy('tags.created_at')
    .orderBy('tags.nfc_id')
    .select(['vendors.vendor_id', 'vendors.name', 'vendors.location', 'tags.nfc_id'])
    .execute()
  if (rows.length === 0) throw new Failure('The event has no booths yet.')
  return rows
}

/** Makes a tag for each booth that has none. Its files list the tags of all booths and replace those of an earlier run. */
export async function makeBoothTags(out: string, surroundings: TagSurroundings): Promise<MadeTags> {
  const booths = await readBoothTags(surroundings.db.read)
  const listed = booths.map(({ vendor_id, name, nfc_id }) => {
    const tag: ListedTag = {
      ...{ nfc_id: nfc_id ?? makeTagId(), nfc_type: 'vendor', vendor_id, point_type: null, proof: null },
      text: kindText('vendor', name, null),
    }
    return { tag, isNew: nfc_id === null }
  })
  const files = tagFiles(
    'tags-vendor',
    listed.map(({ tag }) => tag),
    surroundings,
  )
  const made = listed.flatMap(({ tag, isNew }) => (isNew ? [tag] : []))
  return await insertWithFiles(made, await stageFiles(out, files, { replace: true }), surroundings)
}
