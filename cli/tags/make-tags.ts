import { TAG_TYPES, type TagType } from '#contract/entities'
import { csvText } from '#rules/csv'
import { groupTagId } from '#rules/tag-id'
import { tagTemplate } from '#rules/tag-template'
import type { By } from '#server/corrections/correction'
import type { Database, Reader } from '#server/db/database'
import type { TagProofKind } from '#server/db/tables'
import { insertTags, makeTagId, type NewTag } from '#server/event-file/tags'
import { Failure } from '#server/failure'
import { tagSheetTexts } from '#texts/printed'
import { type NewFile, type StagedFiles, stageFiles } from '../files/files'
import { qrSheet } from '../paper/qr-sheet'

export function tagUrl(nfcId: string, publicUrl: URL): string {
  return new URL(`/s/${nfcId}`, publicUrl).href
}

/** What the maker's app asks for: the address to write, and where in the tag's file the chip puts its proof into it. */
export const TEMPLATE_COLUMNS = ['template', 'picc_offset', 'cmac_offset'] as const

/** The cells of `TEMPLATE_COLUMNS` for a tag. */
export function templateCells(nfcId: string, publicUrl: URL): [template: string, piccOffset: string, cmacOffset: string] {
  const { template, piccOffset, cmacOffset } = tagTemplate(tagUrl(nfcId, publicUrl))
  return [template, String(piccOffset), String(cmacOffset)]
}

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

interface SheetTag {
  readonly nfc_id: string
  /** What is printed under it. */
  readonly text: string
}

/**
 * A standalone HTML file with A4 pages of QR codes and their ids, to print and cut up.
 * @param onProgress called after each page with the number of codes drawn so far
 */
export function tagSheet(tags: readonly SheetTag[], publicUrl: URL, onProgress?: (drawn: number) => void): string {
  const kinds = new Set(tags.map(({ text }) => text))
  return qrSheet({
    cards: tags.map(({ nfc_id, text }) => ({
      url: tagUrl(nfc_id, publicUrl),
      kind: text,
      alt: tagSheetTexts.code(nfc_id),
      line: { is: 'id', text: groupTagId(nfc_id) },
    })),
    title: tagSheetTexts.title(tags.length),
    heading: [publicUrl.host, ...(kinds.size === 1 ? kinds : [])].join(' · '),
    onProgress,
  })
}

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

const COUNT_MAX = 10_000

/** The options of `tags` for new ones, as they were typed. */
export interface TagOptions {
  readonly count?: string
  readonly type?: string
  readonly vendor?: string
  readonly pointType?: string
  readonly proof?: string
  readonly out?: string
}

/** The columns that all new tags share. */
export interface TagKind {
  readonly nfc_type: TagType
  readonly vendor_id: string | null
  readonly point_type: string | null
  readonly proof: TagProofKind | null
}

/** Which tags to make, and the folder for their files. */
export interface TagOrder {
  readonly count: number
  readonly kind: TagKind
  readonly out: string
}

interface BoothsOrder extends Omit<TagOrder, 'count'> {
  readonly count: null
}

/** `--vendor all`: one for each booth that has none. */
const ALL_BOOTHS = 'all'

function parseCount(text: string | undefined): number {
  const count = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || count < 1 || count > COUNT_MAX) {
    throw new Failure(`Say with --count how many tags to make, a whole number from 1 to ${COUNT_MAX}, such as --count 200.`)
  }
  return count
}

function parseKind(options: TagOptions): TagKind {
  const { type, vendor = null, pointType = null, proof = null } = options
  if (proof !== null && proof !== 'ntag424') throw new Failure('--proof knows ntag424 alone, for NTAG 424 DNA.')
  if (proof !== null && type !== 'bonus')
    throw new Failure('Only a bonus tag proves its touches: leave --proof out, or write --type bonus.')
  const nfc_type = TAG_TYPES.find((known) => known === type)
  if (nfc_type === undefined) throw new Failure('Say with --type what the tags are for: team, vendor or bonus.')
  if (nfc_type === 'team' && vendor !== null)
    throw new Failure('A team tag belongs to no booth: leave --vendor out, or write --type vendor.')
  if (nfc_type === 'vendor' && vendor === null)
    throw new Failure('Say with --vendor which booth the tags mark, such as --vendor arkade, or all for each booth without one.')
  if (nfc_type !== 'bonus' && pointType !== null)
    throw new Failure(`A ${nfc_type} tag gives no points: leave --point-type out, or write --type bonus.`)
  if (nfc_type === 'bonus' && pointType === null)
    throw new Failure('Say with --point-type which points the tags give, such as --point-type blago.')
  return { nfc_type, vendor_id: vendor, point_type: pointType, proof }
}

function parseOut(out: string | undefined): string {
  if (out !== undefined && out !== '') return out
  throw new Failure('Say with --out which folder the files go to, such as --out tags.')
}

/** The folder of `tags --from`. Throws `Failure` with what to write instead. */
export function parsePrintOrder({ out, ...making }: TagOptions): string {
  if (Object.values(making).some((value) => value !== undefined))
    throw new Failure('--from prints the tags that a file lists: leave --count, --type, --vendor, --point-type and --proof out.')
  return parseOut(out)
}

/** One tag for each booth that has none; null if the options mean other tags. Throws `Failure` with what to write instead. */
export function parseBoothsOrder({ count, type, vendor, pointType, proof, out }: TagOptions): BoothsOrder | null {
  if (type !== 'vendor' || vendor !== ALL_BOOTHS) return null
  if (count !== undefined || pointType !== undefined || proof !== undefined) {
    throw new Failure('--vendor all makes one tag for each booth without one: leave --count, --point-type and --proof out.')
  }
  return { count: null, kind: { nfc_type: 'vendor', vendor_id: null, point_type: null, proof: null }, out: parseOut(out) }
}

/** Parses the options of `tags` for new ones. Throws `Failure` with what to write instead. */
export function parseTagOrder(options: TagOptions): TagOrder {
  return { count: parseCount(options.count), kind: parseKind(options), out: parseOut(options.out) }
}

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
    if (made.length > 0) await db.write({ on: 'event' }, (writer) => insertTags(writer, made, now, by))
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
