import type { By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { byCommandLine } from '../common/command-line'
import { csvText } from '../files/csv'
import { stageFiles } from '../files/new-files'
import { insertTags, makeTagId, readKindNames } from './insert-tags'
import { kindText, tagUrl } from './print-tags'
import type { TagKind, TagOrder } from './tag-order'
import { tagSheet } from './tag-sheet'

export interface MadeTags {
  readonly ids: readonly string[]
  readonly csvPath: string
  readonly sheetPath: string
}

interface Surroundings {
  readonly db: Database
  readonly publicUrl: URL
  /** ms since the epoch. */
  readonly now: number
  readonly by?: By
  /** Called repeatedly with the number of QR codes drawn so far. */
  readonly onProgress?: (drawn: number) => void
}

function fileName({ nfc_type, vendor_id, point_type }: TagKind): string {
  return ['tags', nfc_type, vendor_id, point_type].filter((part) => part !== null).join('-')
}

/**
 * Creates new tags with two files: a table of their addresses and a sheet of QR codes to print. The files are complete on disk
 * before the tags are inserted, and get their names after the commit, so that there are never tags without files, nor files
 * without tags. Throws `Failure` or the database's error; then neither exists.
 */
export async function makeTags(
  order: TagOrder,
  { db, publicUrl, now, by = byCommandLine(undefined), onProgress }: Surroundings,
): Promise<MadeTags> {
  const names = await readKindNames(db.read, order.kind)
  const ids = Array.from({ length: order.count }, makeTagId)
  const kind = kindText(order.kind.nfc_type, names.vendor, names.pointType)
  const tags = ids.map((id) => ({ id, url: tagUrl(id, publicUrl), kind }))
  // What `apply` needs to make the same tags in another database.
  const belonging = Object.entries(order.kind).flatMap(([column, value]) =>
    column === 'nfc_type' || value === null ? [] : [[column, value] as const],
  )
  const table = [
    ['nfc_id', 'nfc_type', 'url', ...belonging.map(([column]) => column)],
    ...tags.map(({ id, url }) => [id, order.kind.nfc_type, url, ...belonging.map(([, value]) => value)]),
  ]
  const sheet = tagSheet({
    tags,
    host: publicUrl.host,
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  const name = fileName(order.kind)
  const files = await stageFiles(order.out, [
    { name, extension: '.csv', text: csvText(table, ',') },
    { name, extension: '.html', text: sheet },
  ])
  try {
    await insertTags(db, ids, order.kind, now, by)
  } catch (reason) {
    await files.discard()
    throw reason
  }
  const [csvPath = '', sheetPath = ''] = await files.publish()
  return { ids, csvPath, sheetPath }
}
