import { basename, extname } from 'node:path'
import type { TagType } from '#contract/entities'
import type { Reader } from '#server/db/database'
import type { EventFile } from '#server/event-file/event-schema'
import { Failure } from '#server/failure'
import { tagSheetTexts } from '#texts/printed'
import { plural } from '../common/output'
import { stageFiles } from '../files/new-files'
import { type SheetTag, tagSheet } from './tag-sheet'

const SHOWN_MOST = 5

/** What a tag is for, as printed under it. */
export function kindText(type: TagType, vendorName: string | null, label: string | null): string {
  switch (type) {
    case 'team':
      return tagSheetTexts.team
    case 'vendor':
      return tagSheetTexts.booth(vendorName ?? '')
    case 'bonus':
      return tagSheetTexts.bonus(label ?? '')
  }
}

export function tagUrl(nfcId: string, publicUrl: URL): string {
  return new URL(`/s/${nfcId}`, publicUrl).href
}

async function readSheetTags(db: Reader, publicUrl: URL): Promise<Map<string, SheetTag>> {
  const rows = await db
    .selectFrom('tags')
    .leftJoin('vendors', 'vendors.vendor_id', 'tags.vendor_id')
    .leftJoin('point_types', 'point_types.point_type', 'tags.point_type')
    .select(['tags.nfc_id', 'tags.nfc_type', 'vendors.name', 'point_types.label'])
    .execute()
  return new Map(
    rows.map(({ nfc_id, nfc_type, name, label }) => [
      nfc_id,
      { id: nfc_id, url: tagUrl(nfc_id, publicUrl), kind: kindText(nfc_type, name, label) },
    ]),
  )
}

interface Order {
  /** Where the list was read from. */
  readonly path: string
  /** The folder for the sheet. */
  readonly out: string
  readonly publicUrl: URL
  readonly onProgress?: (drawn: number) => void
}

/**
 * Draws a sheet for the tags of a file, in its order. Throws `Failure` where the event does not know one: a sticker that the
 * server calls foreign is found out only in the hall.
 */
export async function printTags(db: Reader, { tags = [] }: EventFile, order: Order): Promise<{ path: string; count: number }> {
  const { path, out, publicUrl, onProgress } = order
  if (tags.length === 0) throw new Failure(`${path} lists no tags.`)
  const known = await readSheetTags(db, publicUrl)
  const missing = tags.filter(({ nfc_id }) => !known.has(nfc_id)).map(({ nfc_id }) => nfc_id)
  if (missing.length > 0) {
    const shown = [...missing.slice(0, SHOWN_MOST), ...(missing.length > SHOWN_MOST ? ['…'] : [])].join(', ')
    throw new Failure(
      `The event does not know ${plural(missing.length, 'tag')} of ${path} (${shown}): apply ${path} first. Nothing was printed.`,
    )
  }
  const sheet = tagSheet({
    tags: tags.flatMap(({ nfc_id }) => known.get(nfc_id) ?? []),
    host: publicUrl.host,
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  const name = `${basename(path, extname(path))}-sheet`
  const files = await stageFiles(out, [{ name, extension: '.html', text: sheet }], { replace: true })
  const [sheetPath = ''] = await files.publish()
  return { path: sheetPath, count: tags.length }
}
