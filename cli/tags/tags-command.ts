import { basename, extname } from 'node:path'
import type { Command } from 'commander'
import { csvText } from '#rules/csv'
import type { Reader } from '#server/db/database'
import { readPublicUrl } from '#server/env'
import { isDemoEvent, readKnownEvent } from '#server/event-file/current-event'
import type { EventFile } from '#server/event-file/schema'
import { Failure } from '#server/failure'
import { reportFaults } from '../apply/apply-command'
import { parseEventOrTags } from '../apply/tags-csv'
import { type CommandFlags, type Output, onEvent, plural, progressTo } from '../common/command'
import { type NewFile, readTextFile, stageFiles } from '../files/files'
import {
  kindText,
  makeBoothTags,
  makeTags,
  parseBoothsOrder,
  parsePrintOrder,
  parseTagOrder,
  type TagKind,
  type TagOptions,
  TEMPLATE_COLUMNS,
  tagSheet,
  templateCells,
} from './make-tags'

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

const drawnTo = (output: Output) => progressTo(output, (drawn) => `${drawn} QR codes drawn`)

/** Staff see team tags and those of their own booth; a bonus without a booth is known only to the organiser. */
function writingAdvice({ nfc_type, vendor_id }: TagKind, publicUrl: URL): string {
  if (nfc_type === 'bonus' && vendor_id === null) return 'NFC tags can be written from the .csv with any app for that.'
  const anybody = nfc_type === 'vendor' ? "each booth's staff" : "any booth's staff"
  const who = vendor_id === null ? anybody : `the staff of ${vendor_id}`
  return `NFC tags are written on an Android phone by ${who} at ${publicUrl.origin}/vendor/oznake, or from the .csv with any app for that.`
}

const PROOF_ADVICE =
  'Next: add their keys to the file that TAG_KEYS names, and write the templates of the .csv as docs/event-file.md says.\n'

/** `tags --from`: a sheet for tags that exist. */
async function printSheet(from: string, options: TagOptions, flags: CommandFlags, output: Output): Promise<void> {
  const [publicUrl, out, text] = [readPublicUrl(process.env), parsePrintOrder(options), await readTextFile(from)]
  await onEvent(output, flags, async ({ read }, _by, print) => {
    const file = await reportFaults(from, { output, json: flags.json }, async () =>
      parseEventOrTags(text, from, await readKnownEvent(read)),
    )
    const { paths, count } = await printTags(read, file, { path: from, out, publicUrl, onProgress: drawnTo(output) })
    print(
      { sheet: paths.find((path) => path.endsWith('.html')) ?? null, files: paths, tags: count },
      `${paths.join('\n')}: ${plural(count, 'tag')}\n`,
    )
    if (publicUrl.protocol !== 'https:') output.note(`Warning: the tags lead to ${publicUrl.origin}, which is not https.\n`)
  })
}

/** Makes tags with a table and a sheet to print, and prints the next steps. */
async function makeNew(options: TagOptions, flags: CommandFlags, output: Output): Promise<void> {
  const [publicUrl, order] = [readPublicUrl(process.env), parseBoothsOrder(options) ?? parseTagOrder(options)]
  await onEvent(output, flags, async (db, by, print) => {
    const warnings = (await isDemoEvent(db.read))
      ? [
          'this database holds the demo event, and the tags belong to it alone; for a real event name its database in DATABASE_URL',
        ]
      : []
    if (publicUrl.protocol !== 'https:') {
      warnings.push(
        `the tags lead to ${publicUrl.origin}, which is not https; before you print or write any, set PUBLIC_URL to the event's https address and make new ones`,
      )
    }
    const surroundings = { db, publicUrl, now: Date.now(), by, onProgress: drawnTo(output) }
    const made = await (order.count === null ? makeBoothTags(order.out, surroundings) : makeTags(order, surroundings))
    print(
      { csv: made.csvPath, sheet: made.sheetPath === '' ? null : made.sheetPath, tags: made.ids.length },
      `+ ${plural(made.ids.length, `${order.kind.nfc_type} tag`)}\n${made.csvPath}\n${made.sheetPath === '' ? '' : `${made.sheetPath}\n`}`,
    )
    output.note(
      made.sheetPath === ''
        ? PROOF_ADVICE
        : `Next: print ${made.sheetPath} on A4 at 100 % and cut it up.\n${writingAdvice(order.kind, publicUrl)}\n`,
    )
    for (const warning of warnings) output.note(`Warning: ${warning}.\n`)
  })
}

export function registerTags(program: Command, output: Output): void {
  program
    .command('tags')
    .description('make new tags, a .csv of their addresses (PUBLIC_URL/s/<id>) and a sheet of QR codes for A4')
    .option('--from <FILE>', 'print a sheet for the tags that a .csv of this command or an event.json lists, and make none')
    .option('--count <N>', 'how many; always needed for new ones, but with --vendor all')
    .option(
      '--type <type>',
      'team (a team claims it), vendor (marks a booth) or bonus (points once per team); always needed for new ones',
    )
    .option('--vendor <id>', 'the booth that a vendor tag marks; all: one for each booth that has none')
    .option('--point-type <id>', 'the points that a bonus tag gives')
    .option('--proof <kind>', 'ntag424: bonus tags that prove each touch (NTAG 424 DNA); the .csv has what to write on them')
    .option('--out <DIR>', 'folder for the files, made where it is missing; always needed')
    .addHelpText(
      'after',
      `
Keep the .csv: "apply tags-team.csv" makes the same tags in another database, so that printed stickers go on to work.
New files get a number rather than replace those of other tags; --vendor all and --from replace what they wrote before: their
files list the tags of all booths, or of the file.
  npm run event -- tags --count 600 --type team --out tags
  npm run event -- tags --type vendor --vendor all --out tags
  npm run event -- tags --from tags/tags-team.csv --out again      # a sheet was lost`,
    )
    .action(({ json, reason, from, ...options }: CommandFlags & TagOptions & { readonly from?: string }) =>
      from === undefined ? makeNew(options, { json, reason }, output) : printSheet(from, options, { json, reason }, output),
    )
}
