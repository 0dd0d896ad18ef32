import { basename, extname } from 'node:path'
import type { Reader } from '#server/db/database'
import type { EventFile } from '#server/event-file/event-schema'
import { Failure } from '#server/failure'
import { plural } from '../common/output'
import { csvText } from '../files/csv'
import { type NewFile, stageFiles } from '../files/new-files'
import { kindText, tagSheet } from './tag-sheet'
import { TEMPLATE_COLUMNS, templateCells } from './tag-template'

const SHOWN_MOST = 5

/** The tags of the event by their ids. */
async function readTags(db: Reader) {
  const rows = await db
    .selectFrom('tags')
    .leftJoin('vendors', 'vendors.vendor_id', 'tags.vendor_id')
    .leftJoin('point_types', 'point_types.point_type', 'tags.point_type')
    .select(['tags.nfc_id', 'tags.nfc_type', 'tags.proof', 'vendors.name', 'point_types.label'])
    .execute()
  return new Map(
    rows.map(({ nfc_id, nfc_type, proof, name, label }) => {
      return [nfc_id, { nfc_id, text: kindText(nfc_type, name, label), proves: proof !== null }]
    }),
  )
}

interface Order {
  /** Where the list was read from. */
  readonly path: string
  /** The folder for the sheet. */
  readonly out: string
  readonly publicUrl: URL
  readonly onProgress: (drawn: number) => void
}

/**
 * Draws a sheet for the tags of a file, in its order. Throws `Failure` where the event does not know one: a sticker that the
 * server calls foreign is found out only in the hall. Those that prove each touch are listed with what to write on them instead.
 */
export async function printTags(db: Reader, { tags = [] }: EventFile, order: Order) {
  const { path, out, publicUrl, onProgress } = order
  if (tags.length === 0) throw new Failure(`${path} lists no tags.`)
  const known = await readTags(db)
  const missing = tags.filter(({ nfc_id }) => !known.has(nfc_id)).map(({ nfc_id }) => nfc_id)
  if (missing.length > 0) {
    const shown = [...missing.slice(0, SHOWN_MOST), ...(missing.length > SHOWN_MOST ? ['…'] : [])].join(', ')
    throw new Failure(
      `The event does not know ${plural(missing.length, 'tag')} of ${path} (${shown}): apply ${path} first. Nothing was printed.`,
    )
  }
  const [base, listed] = [basename(path, extname(path)), tags.flatMap(({ nfc_id }) => known.get(nfc_id) ?? [])]
  const [printed, proving] = [listed.filter(({ proves }) => !proves), listed.filter(({ proves }) => proves)]
  const files: NewFile[] = []
  if (printed.length > 0) {
    files.push({ name: `${base}-sheet`, extension: '.html', text: tagSheet(printed, publicUrl, onProgress) })
  }
  if (proving.length > 0) {
    const rows = proving.map(({ nfc_id }) => [nfc_id, ...templateCells(nfc_id, publicUrl)])
    files.push({ name: `${base}-ntag424`, extension: '.csv', text: csvText([['nfc_id', ...TEMPLATE_COLUMNS], ...rows], ',') })
  }
  const staged = await stageFiles(out, files, { replace: true })
  return { paths: await staged.publish(), count: tags.length }
}
