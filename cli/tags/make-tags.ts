import type { By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { csvText } from '../files/csv'
import { type NewFile, type StagedFiles, stageFiles } from '../files/new-files'
import { insertTags, makeTagId, type NewTag, readKindText } from './insert-tags'
import type { TagKind, TagOrder } from './tag-order'
import { tagSheet } from './tag-sheet'
import { TEMPLATE_COLUMNS, tagUrl, templateCells } from './tag-template'

export interface MadeTags {
  /** Those that are new. */
  readonly ids: readonly string[]
  readonly csvPath: string
  /** Empty for tags that prove each touch: a printed code proves nothing. */
  readonly sheetPath: string
}

export interface TagSurroundings {
  readonly db: Database
  readonly publicUrl: URL
  /** ms since the epoch. */
  readonly now: number
  readonly by: By
  /** Called repeatedly with the number of QR codes drawn so far. */
  readonly onProgress?: (drawn: number) => void
}

/** A tag with what is printed under it. */
export interface ListedTag extends NewTag {
  readonly text: string
}

function fileName({ nfc_type, vendor_id, point_type }: TagKind): string {
  return ['tags', nfc_type, vendor_id, point_type].filter((part) => part !== null).join('-')
}

/** A table of the tags' addresses, with what `apply` needs to make the same tags in another database, and a sheet to print. */
export function tagFiles(name: string, tags: readonly ListedTag[], { publicUrl, onProgress }: TagSurroundings): NewFile[] {
  const belonging = (['vendor_id', 'point_type', 'proof'] as const).filter((column) => tags.some((tag) => tag[column] !== null))
  const proves = tags.some(({ proof }) => proof !== null)
  const table = [
    ['nfc_id', 'nfc_type', 'url', ...belonging, ...(proves ? TEMPLATE_COLUMNS : [])],
    ...tags.map((tag) => [
      ...[tag.nfc_id, tag.nfc_type, tagUrl(tag.nfc_id, publicUrl)],
      ...belonging.map((column) => tag[column]),
      ...(proves ? templateCells(tag.nfc_id, publicUrl) : []),
    ]),
  ]
  const list: NewFile = { name, extension: '.csv', text: csvText(table, ',') }
  if (proves) return [list]
  return [list, { name, extension: '.html', text: tagSheet(tags, publicUrl, onProgress) }]
}

/** Inserts the new tags and then gives their files their names; without the tags there are no files. */
export async function insertWithFiles(
  made: readonly NewTag[],
  files: StagedFiles,
  { db, now, by }: TagSurroundings,
): Promise<MadeTags> {
  try {
    if (made.length > 0) await insertTags(db, made, now, by)
  } catch (reason) {
    await files.discard()
    throw reason
  }
  const [csvPath = '', sheetPath = ''] = await files.publish()
  return { ids: made.map(({ nfc_id }) => nfc_id), csvPath, sheetPath }
}

/**
 * Creates new tags with two files: a table of their addresses and a sheet of QR codes to print. The files are complete on disk
 * before the tags are inserted, and get their names after the commit, so that there are never tags without files, nor files
 * without tags. Throws `Failure` or the database's error; then neither exists.
 */
export async function makeTags(order: TagOrder, surroundings: TagSurroundings): Promise<MadeTags> {
  const text = await readKindText(surroundings.db.read, order.kind)
  const tags = Array.from({ length: order.count }, () => ({ nfc_id: makeTagId(), ...order.kind, text }))
  const files = await stageFiles(order.out, tagFiles(fileName(order.kind), tags, surroundings))
  return await insertWithFiles(tags, files, surroundings)
}
